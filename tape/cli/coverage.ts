import { coverageOf } from '../coverage';
import { unfinishedText } from '../matchers';
import type { FlowFacts } from '../log';
import { play } from '../play';
import { eachTape, exitOf, failedLine, namesOf } from './cases';
import type { Command } from './config';
import { openTape } from './files';

const NO_MACHINES =
  'The app has no machines. List them as machines in defineApp, and coverage shows their transitions.';

/** The transitions that the tapes visit; for a tape that fails to replay, those before the failure. */
export const coverTapes: Command = async (config, args) => {
  const { app, uncounted = {}, unreachable = {} } = config;
  const flows: FlowFacts['fired'][] = [];
  const cases = await eachTape(namesOf(config, args), async (name) => {
    const flow = await play(app, openTape(config, name));
    flows.push(flow.facts.fired);
    return unfinishedText(flow);
  });
  const { machines, total, percent } = coverageOf(app, flows);
  const missing = (name: string) => [
    `    missing  ${name}`,
    ...(unreachable[name] === undefined ? [] : [`             ${unreachable[name]}`]),
  ];
  const rounded = percent.toFixed(1);
  return {
    exit: exitOf(cases),
    lines: [
      ...cases.filter(({ failure }) => failure !== null).map(failedLine),
      ...machines.flatMap((one) => [
        `${one.name.padEnd(20)} ${one.all - one.missing.length} of ${one.all}`,
        ...one.missing.flatMap(missing),
      ]),
      ...Object.entries(uncounted).map(([name, why]) => `${name.padEnd(20)} not counted: ${why}`),
      machines.length === 0 ? NO_MACHINES : `${rounded} % of ${total} transitions`,
    ],
    data: { percent: Number(rounded), machines, uncounted, unreachable },
    cases,
  };
};
