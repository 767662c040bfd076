/** Where the page is. */
export interface PageLocation {
  readonly pathname: string;
  /** With its question mark, or empty. */
  readonly search: string;
  /** Names this step of the history, also after Back and a reload. */
  readonly key: string;
}

/** The address has changed: by a step of ours, or by the person's Back and Forward. */
export interface PageMove {
  readonly location: PageLocation;
  readonly by: 'push' | 'replace' | 'pop';
}

/** How much room there is, in CSS pixels. */
export interface Viewport {
  readonly width: number;
  readonly screenWidth: number;
}

/** Where the person's eyes are, as far as a page can know. */
export interface Attention {
  readonly visible: boolean;
  /** Of the tabs of a browser exactly one speaks: the one looked at last, or whichever is left. */
  readonly speaks: boolean;
}
