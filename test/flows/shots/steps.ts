/** Finds the entries of a tape that are its named steps. */
import { play, TapeError, type App, type MachineWatch, type Tape } from '../../../tape';
import { stateText } from '../../../tape/log';

/** `signIn.credentials`: where a machine first reaches this state. `end`: where the tape ends. */
export type Step = string;

export const END = 'end';

export interface Stop {
  readonly step: Step;
  /** How many entries have been played when the sagas first rest there, as the page counts them. */
  readonly at: number;
}

/** In the order of the tape. Throws TapeError for a step that is never reached, or for a tape that does not replay. */
export async function stopsOf(app: App, tape: Tape, steps: readonly Step[]): Promise<readonly Stop[]> {
  const met = new Set<string>();
  const stops: Stop[] = [];
  const watched: App = {
    ...app,
    boot(harness, given) {
      const machineWatch: MachineWatch = (machine, chart, before, event, after) => {
        harness.machineWatch(machine, chart, before, event, after);
        for (const part of stateText(after.value).split(', ')) met.add(`${machine}.${part}.`);
      };
      return app.boot({ ...harness, machineWatch }, given);
    },
  };
  const isMet = (step: Step) => [...met].some((state) => state.startsWith(`${step}.`));
  const stop = (at: number) => {
    const known = stops.map(({ step }) => step);
    for (const step of steps) if (isMet(step) && !known.includes(step)) stops.push({ step, at });
  };
  const { divergence, facts } = await play(watched, tape, {
    pace(passed) {
      if (passed > 0) stop(passed);
      return null;
    },
  });
  if (divergence) throw new TapeError(`${tape.name} does not replay: ${divergence.headline}`);
  stop(facts.entries);
  if (steps.includes(END)) stops.push({ step: END, at: facts.entries });
  const never = steps.find((step) => !stops.some((one) => one.step === step));
  if (never !== undefined)
    throw new TapeError(
      `${tape.name} never reaches ${never}. Name a state that its story shows, as signIn.credentials, or ${END}.`,
    );
  return stops;
}
