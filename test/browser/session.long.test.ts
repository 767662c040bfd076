/** test/sagas/sessionTabs.test.ts proves the same in virtual time. */
import { newPerson } from './support/chromium';
import { heading, logOut, signIn } from './support/signIn';
import { useWorld } from './support/world';

const ANALYST = { userName: 'vms.analyst', organizationCode: 'MERIDIAN' };
const SALES = { userName: 'agency.sales', organizationCode: 'SUMMIT' };

const world = useWorld();

const profileOf = (name: string) => ({ name: new RegExp(`^Profile of ${name}`) });

it('a tab with the sign-in form follows when another tab signs in, and switches to the last user who signed in', async () => {
  const { context, open } = await newPerson(world.browser);
  const first = await open(`${world.product.url}/signin`);
  const second = await open(`${world.product.url}/signin`);
  await signIn(first, ANALYST);
  await second.getByRole('heading', { name: 'Home Dashboard' }).waitFor();
  await logOut(second);
  await heading(first, 'Sign in').waitFor();
  await signIn(second, SALES);
  await first.getByRole('button', profileOf('Sonia')).waitFor();
  expect(await first.getByRole('button', profileOf('Adrian')).count()).toBe(0);
  await context.close();
});
