/** Whether the desktop shows what pops up; chosen in each browser. Pure. */
export const DESKTOP_SETTINGS = ['off', 'on', 'sound'] as const;
export type DesktopSetting = (typeof DESKTOP_SETTINGS)[number];

/** What is kept; off for anything else. */
export const desktopSetting = (kept: string | null): DesktopSetting =>
  kept === 'on' || kept === 'sound' ? kept : 'off';
