/**
 * Chooses orders that have not been tried. They are stored as a graph: a node stands for the steps so far, regardless
 * of the order of independent ones, and its edges are the steps that may be next.
 */
import { EMPTY_PAST, areDependent, pastOf, type Step } from './footprint';

interface Place {
  /** The possible next steps; null for a node that was not visited. */
  open: readonly string[] | null;
  readonly next: Map<string, number>;
  /** Whether everything that may follow has been tried. */
  isDone: boolean;
}

export interface Orders {
  /** Begins a run. */
  readonly begin: () => void;
  /** The labels that lead to something new; empty if everything that may follow has been tried. */
  readonly untried: (labels: readonly string[]) => readonly string[];
  /** Records a step. */
  readonly took: (label: string, step: Step) => void;
  /** Ends a run; returns false if it was equivalent to an earlier one. */
  readonly end: () => boolean;
  readonly isDone: () => boolean;
}

/** How many orders are remembered. Beyond this the memory is cleared, and an order may be tried again. */
const MAX_PLACES = 1_000_000;

/** Empty: every order is new. */
export function createOrders(): Orders {
  let places = new Map<number, Place>();
  let path: { readonly at: number; readonly label: string; readonly step: Step }[] = [];
  let now = EMPTY_PAST;
  let isNew = true;

  const placeAt = (past: number): Place => {
    const known = places.get(past) ?? { open: null, next: new Map<string, number>(), isDone: false };
    places.set(past, known);
    return known;
  };
  const isTried = ({ next }: Place, label: string) => {
    const past = next.get(label);
    return past !== undefined && placeAt(past).isDone;
  };
  const settle = (place: Place) => {
    place.isDone ||= place.open !== null && place.open.every((label) => isTried(place, label));
  };

  return {
    begin() {
      if (places.size > MAX_PLACES) places = new Map();
      path = [];
      now = EMPTY_PAST;
      isNew = true;
    },
    untried(labels) {
      const place = placeAt(now);
      const wasDone = place.isDone;
      place.open ??= labels;
      settle(place);
      if (!place.isDone) return labels.filter((label) => !isTried(place, label));
      isNew = labels.length === 0 && !wasDone;
      return [];
    },
    took(label, step) {
      const before = path.at(-1);
      placeAt(now).next.set(label, step.past);
      // The reverse order is equivalent and need not be tried.
      if (before && placeAt(before.at).open?.includes(label) && !areDependent(before.step, step)) {
        const other = pastOf(before.at, step.mark);
        placeAt(before.at).next.set(label, other);
        placeAt(other).next.set(before.label, step.past);
      }
      path.push({ at: now, label, step });
      now = step.past;
    },
    end() {
      for (const { at } of [...path].reverse()) settle(placeAt(at));
      return isNew;
    },
    isDone: () => placeAt(EMPTY_PAST).isDone,
  };
}
