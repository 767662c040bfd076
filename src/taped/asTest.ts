/** What to put beside a tape in test/flows/ where more is to be said about it than that it replays. */
export function asTest(name: string, states: Readonly<Record<string, string>>): string {
  const visits = Object.entries(states).map(
    ([machine, state]) => `  expect(flow).toVisit(${quoted(`${machine}.${state.split(' + ')[0] ?? state}`)});`,
  );
  return `/** The tape is test/flows/${name}.tape.jsonl. As a plain redux-saga-test-plan test: npm run flows -- to-test ${name} */
import { replay } from '../support/flows/replay';

it(${quoted(name)}, async () => {
  const flow = await replay(${quoted(name)});
  expect(flow).toFinish();
${visits.join('\n')}
});
`;
}

/** As this project writes text. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
