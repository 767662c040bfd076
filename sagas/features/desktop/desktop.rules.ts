/** Whether toasts also appear on the desktop; chosen in each browser. Pure. */
export const DESKTOP_SETTINGS = ['off', 'on', 'sound'] as const;
export type DesktopSetting = (typeof DESKTOP_SETTINGS)[number];

/** Unknown text counts as off. */
export const desktopSetting = (kept: string | null): DesktopSetting =>
  kept === 'on' || kept === 'sound' ? kept : 'off';
