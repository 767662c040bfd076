/** The name of a device in the takeover question, from its user agent. */
import { deviceName } from './clientDevice';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

test.each([
  [`${WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  [`${WINDOWS} Gecko/20100101 Firefox/140.0`, 'Firefox on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1', 'Safari on iOS'],
  // Unknown programs are named by the first product in their user agent.
  ['NexusKiosk/2.1 (Linux; Android 14)', 'NexusKiosk on Android'],
  ['curl/8.5.0', 'curl'],
  ['Mozilla/5.0 (X11; Linux x86_64) Ladybird/1.0', 'a browser on Linux'],
  ['Mozilla/5.0', 'an unknown device'],
  ['<b>bold</b>/1.0', 'an unknown device'],
  ['', 'an unknown device'],
  [undefined, 'an unknown device'],
])('%j is %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
