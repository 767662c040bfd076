/**
 * Keys of advisory locks, all in one place because two locks with one key would exclude each other. 7_201_316 to
 * 7_201_318 are those of triggers, in migrations 0017, 0030 and 0031; locks for a row or a user have hashed keys.
 */
export const ADVISORY_LOCKS = {
  embeddedBootstrap: 7_201_310,
  embeddedOwner: 7_201_311,
  migrations: 7_201_312,
  demo: 7_201_313,
  /** Lets one of several simultaneous setups win, also across nodes. */
  firstSetup: 7_201_314,
  backup: 7_201_315,
  /** Serializes the numbering of rows. */
  numbering: 7_201_319,
  /** One node at a time sets up the role. */
  appRole: 7_201_320,
  temporaryDatabase: 7_201_321,
} as const;
