/** Whether toasts also appear on the desktop; chosen in each browser. Pure. */
export type DesktopSetting = 'off' | 'on' | 'sound';

/** Unknown text counts as off. */
export const desktopSetting = (kept: string | null): DesktopSetting =>
  kept === 'on' || kept === 'sound' ? kept : 'off';

/** Covers the toasts of the 250 ms in which a closing tab and its successor may both show them, except in a flood. */
const KEPT_IDS = 100;

/** The stored ids of toasts that this browser has shown on the desktop, oldest first. */
export const idsOf = (kept: string | null): readonly string[] => (kept === null ? [] : kept.split(' '));

/** The newest of them as one text, which `idsOf` reads. */
export const keptIds = (ids: readonly string[]): string => ids.slice(-KEPT_IDS).join(' ');
