/** Whether toasts also appear on the desktop; chosen in each browser. Pure. */
export type DesktopSetting = 'off' | 'on' | 'sound';

/** Unknown text counts as off. */
export const desktopSetting = (kept: string | null): DesktopSetting =>
  kept === 'on' || kept === 'sound' ? kept : 'off';

/** As many ids are kept as come within the quarter of a second in which a tab can close, and more. */
const KEPT_IDS = 100;

/** Ids that have been on the desktop of this browser, as they are kept. Oldest first. */
export const idsOf = (kept: string | null): readonly string[] => (kept === null ? [] : kept.split(' '));

/** The newest of them as one text, which `idsOf` reads. */
export const keptIds = (ids: readonly string[]): string => ids.slice(-KEPT_IDS).join(' ');
