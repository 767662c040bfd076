/** What the main menu of a user type offers. Whether an entry shows is asked of the route it leads to. */
export type HandOff = 'training' | 'learning';

export type MenuEntry = MenuLink | MenuGroup | MenuHandOff;

export interface MenuLink {
  readonly label: string;
  /** Under the user's root. */
  readonly to: string;
}

/** Shows while at least one of its entries does. */
export interface MenuGroup {
  readonly label: string;
  readonly entries: readonly (MenuLink | MenuHandOff)[];
}

/** Opens another service, signed in there too. */
export interface MenuHandOff {
  readonly label: string;
  readonly handOff: HandOff;
}
