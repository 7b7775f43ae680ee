// Orders write calendar files too: the writer stands where islands share.
export { escapeText, foldLine, writeCalendar } from '#islands/ui/ics.ts'
