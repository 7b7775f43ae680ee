/** Reference number of an application, easy to read out on the phone: `C-000012`. */
export const formatReference = (kind: 'course' | 'activity', id: number): string =>
  `${kind === 'course' ? 'C' : 'A'}-${String(id).padStart(6, '0')}`
