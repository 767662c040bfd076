/**
 * Passwords that are plain words, such as `admin`, which apps also use as ordinary words. A replay does not know the
 * password and could not tell the two apart. So such a word is concealed only where it is most likely the password:
 * where a person typed it, in fields of the same name, and as an argument without a name.
 */

/** Who made a value: a person, as an action from outside; the sagas, for a call or a put; or who answered them. */
export type Origin = 'person' | 'sagas' | 'answer';

/** Names of secrets that people choose. */
const CHOSEN_NAME = /(passwords?|passphrase|secret)$/i;
const PLAIN_WORD = /^\p{L}+$/u;

/** Whether the secret of this name is a plain word. */
export const isChosenWord = (name: string, secret: string): boolean =>
  CHOSEN_NAME.test(name) && PLAIN_WORD.test(secret);

/** Shorter ones are concealed only under the name of a secret. */
const SHORTEST = 4;

export interface Words {
  /** Undefined for a word that is not a password. */
  readonly placeholderOf: (word: string) => string | undefined;
  readonly add: (word: string, placeholder: string) => string;
  /** For a word that turns out to be another kind of secret; returns its placeholder. */
  readonly forget: (word: string) => string | undefined;
  /** The word, or its placeholder if it is the password here. `name`: the field it is in, if it is in one. */
  readonly replaced: (word: string, origin: Origin, name: string | null) => string;
}

/** Finds the plain words that are known as passwords. */
export function createWords(): Words {
  const known = new Map<string, { readonly placeholder: string; readonly typedUnder: Set<string> }>();
  return {
    placeholderOf: (word) => known.get(word)?.placeholder,
    add(word, placeholder) {
      known.set(word, { placeholder, typedUnder: new Set() });
      return placeholder;
    },
    forget(word) {
      const placeholder = known.get(word)?.placeholder;
      known.delete(word);
      return placeholder;
    },
    replaced(word, origin, name) {
      const found = known.get(word);
      // Reducers and sagas choose by the type, so it stays.
      if (found === undefined || word.length < SHORTEST || name === 'type') return word;
      if (origin === 'person' && name !== null) found.typedUnder.add(name);
      const isPassword = origin === 'person' || (name === null ? origin === 'sagas' : found.typedUnder.has(name));
      return isPassword ? found.placeholder : word;
    },
  };
}
