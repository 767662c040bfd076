/** Our own icons, on a 24 px grid. Always decorative: a label is beside them. */
const PATHS = {
  alert: 'M12 8v5m0 3.5v.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z',
  check: 'm8 12.5 2.8 2.8L16.5 9.5M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z',
  info: 'M12 11v5m0-8.5v.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z',
  warning:
    'M12 10v4m0 3v.01M10.7 4.3 2.9 18a1.5 1.5 0 0 0 1.3 2.2h15.6a1.5 1.5 0 0 0 1.3-2.2L13.3 4.3a1.5 1.5 0 0 0-2.6 0Z',
  bell: 'M12 4a5.5 5.5 0 0 1 5.5 5.5c0 4 1.5 5.5 1.5 7H5c0-1.5 1.5-3 1.5-7A5.5 5.5 0 0 1 12 4Zm-2 15.5a2 2 0 0 0 4 0',
  bookmark: 'M7 4.5h10v15l-5-4-5 4z',
  breakdown: 'M12 4v5m0 0H5.5V13m6.5-4h6.5V13M12 9v4M3.5 13h4v5h-4zm6.5 0h4v5h-4zm6.5 0h4v5h-4z',
  calendar: 'M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V8m7-4.5V8M8.5 14h.01m3.49 0h.01m3.49 0h.01M8.5 17h.01m3.49 0h.01',
  chat: 'M4.5 5.5h15v11h-8l-4 3.5v-3.5h-3zM8.5 9.5h7m-7 3h4.5',
  chevron: 'm6.5 9.5 5.5 5.5 5.5-5.5',
  close: 'm6 6 12 12M18 6 6 18',
  external: 'M13.5 4.5h6v6m0-6-8 8M18 14v5.5H4.5V6H10',
  lock: 'M7 11h10v8.5H7zM9 11V8.5a3 3 0 0 1 6 0V11',
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Zm4.7 11.2L20.5 20.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z',
  eyeOff:
    'M4 4l16 16M9.9 5.7c.7-.2 1.4-.2 2.1-.2 6 0 9.5 6.5 9.5 6.5s-.9 1.7-2.6 3.3M6.6 7.4C3.9 9.2 2.5 12 2.5 12S6 18.5 12 18.5c1.6 0 3-.5 4.2-1.1M9.9 9.9a3 3 0 0 0 4.2 4.2',
  arrowDown: 'M12 5v14m0 0 5-5m-5 5-5-5',
  arrowUp: 'M12 19V5m0 0 5 5m-5-5-5 5',
  pause: 'M8.5 6v12m7-12v12',
  play: 'm8 5.5 10.5 6.5L8 18.5Z',
  expand: 'M9 4.5H4.5V9m10.5-4.5h4.5V9m0 6v4.5H15M9 19.5H4.5V15',
  help: 'M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8m0 3v.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z',
  columns: 'M4.5 5h15v14h-15zM9.5 5v14m5-14v14',
  download: 'M12 4v11m0 0 4-4m-4 4-4-4M4.5 19.5h15',
  filter: 'M4 6h16M7 12h10M10 18h4',
  first: 'M17.5 6 12 12l5.5 6M7 6v12',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  last: 'm6.5 6 5.5 6-5.5 6M17 6v12',
  next: 'm9.5 6 6 6-6 6',
  plus: 'M12 5.5v13M5.5 12h13',
  previous: 'm14.5 6-6 6 6 6',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon: its control or the text beside it has the name. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon-svg" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
