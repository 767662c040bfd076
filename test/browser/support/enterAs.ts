/** Signs in without the form, for tests that are not about it: API calls start the session, and the page finds it. */
import type { BrowserContext } from 'playwright-core';
import { grantOf, TAKEOVER, type Who } from './caller';
import { newPerson, type PersonOptions } from './chromium';
import type { World } from './world';

/** From then on every page of this browser opens signed in. */
export async function beginSession({ request }: BrowserContext, url: string, who: Who): Promise<void> {
  const { form, headers, url: tokens } = grantOf(url, who);
  const answer = await request.post(tokens, { form, headers, failOnStatusCode: true });
  const { access_token: token, tokenIdentifier } = (await answer.json()) as Record<string, string>;
  await request.post(url + TAKEOVER, {
    headers: { authorization: `Bearer ${token}`, origin: url },
    data: { tokenIdentifier },
    failOnStatusCode: true,
  });
}

/** A user who is signed in, in their own browser, without a page. */
export async function signedInPerson({ browser, product }: World, who: Who, options: PersonOptions = {}) {
  const person = await newPerson(browser, options);
  await beginSession(person.context, product.url, who);
  return person;
}

/** A signed-in user in their own browser, at this address; `/` is their first screen. */
export async function enterAs(world: World, who: Who, path = '/', options: PersonOptions = {}) {
  const person = await signedInPerson(world, who, options);
  const page = await person.open(world.product.url + path);
  return { ...person, page };
}

/**
 * The same, once the page's socket has its first message: new notifications show as toasts from then on, not those from
 * before.
 */
export async function enterLive(world: World, who: Who, path: string, options: PersonOptions = {}) {
  const person = await signedInPerson(world, who, options);
  const [page] = await Promise.all([person.open(world.product.url + path), greeted(person.context)]);
  return { ...person, page };
}

async function greeted(context: BrowserContext): Promise<void> {
  const page = await context.waitForEvent('page');
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived');
}
