import type { CalendarEntry } from '#api/calendar.ts'

/** A show as a calendar entry. */
export function buildEntry(change: Partial<CalendarEntry> = {}): CalendarEntry {
  return {
    kind: 'performance',
    id: 1,
    item_id: 12,
    title: '雷雨',
    starts_at: '2027-05-08T19:30:00+08:00',
    ends_at: '2027-05-08T22:00:00+08:00',
    place: {
      city: { id: 1, name: '上海' },
      venue: { id: 1, name: '幕间剧场' },
      hall: { id: 1, name: '大剧场' },
      address: '棉栈路 19 号',
    },
    note: null,
    state: 'on_sale',
    ...change,
  } as CalendarEntry
}
