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

/** A signed-in user in their own browser, at this address; `/` is their first screen. */
export async function enterAs(world: World, who: Who, path = '/', options: PersonOptions = {}) {
  const { url } = world.product;
  const person = await newPerson(world.browser, options);
  await beginSession(person.context, url, who);
  const page = await person.open(url + path);
  return { ...person, page };
}
