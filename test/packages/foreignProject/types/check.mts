import { createRecorder, defineApp, linesOf, play, readTape, type App, type Flow, type Recorder } from 'saga-tapes';
import { runCli } from 'saga-tapes/cli';
import { flowMatchers } from 'saga-tapes/matchers';

interface State {
  readonly found: readonly string[];
}
interface Ports {
  readonly api: { readonly find: (word: string) => Promise<readonly string[]> };
}
const app = defineApp({
  ports: ['api'],
  boot: (harness: { readonly ports: Ports }, given: { readonly shop: string }) => ({
    store: {
      dispatch: (action: { readonly type: string }) => action,
      getState: (): State => ({ found: [given.shop] }),
    },
    start: (word: string) => ({ isRunning: () => word === '', cancel: () => void harness.ports.api.find(word) }),
  }),
});
const known: App<State, Ports, [word: string], { readonly shop: string }> = app;
const general: App = known;
const flow: Flow<State> = await play(app, readTape('x', linesOf('')));
const first: string | undefined = flow.state().found[0];
const runner = { equals: Object.is, utils: { iterableEquality: () => undefined, stringify: String } };
({ ...flowMatchers, ...runner }).toEndWith(flow, (state) => state.found.length, 1);
// @ts-expect-error -- the state has no such field
flow.state().lost;
// @ts-expect-error -- the root saga takes a word
app.boot({} as never, { shop: '' }).start(1);
const recorder: Recorder = createRecorder({ app: 'x', given: { shop: 'x' } });
const ports: Ports = recorder.wrap({ api: { find: () => Promise.resolve([]) } });
const code: number = await runCli({ app: general, folder: 'tapes' }, ['play'], () => {});
export { code, first, ports };
