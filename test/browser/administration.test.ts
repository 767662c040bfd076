/** What administrators do, and what the affected users see, each in their own browser. */
import type { Page, Route } from 'playwright-core';
import { asOwner } from './support/asOwner';
import { violations } from './support/axe';
import { broadcastDialog } from './support/broadcastDialog';
import { newPerson } from './support/chromium';
import { enterAs } from './support/enterAs';
import { goTo } from './support/goTo';
import { PASSWORD, submitSignIn } from './support/signIn';
import { useWorld } from './support/world';

const world = useWorld();
const MANAGER = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };
const RECRUITER = { userName: 'agency.recruiter', organizationCode: 'SUMMIT' };
const shell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

/** The manager and a reader, whose pages the tests share. */
let admin: Awaited<ReturnType<typeof signedIn>>;
let reader: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  admin = await signedIn(MANAGER, '/vms/admin/users');
  reader = await signedIn(
    { userName: 'client.manager', organizationCode: 'LAKESIDE' },
    '/facility/profile/notifications',
  );
});

/** The manager's page, there. */
async function managerAt(path: string): Promise<Page> {
  await goTo(admin.page, path);
  await admin.page.waitForURL((url) => url.pathname === path);
  return admin.page;
}

async function signedIn(who: { readonly userName: string; readonly organizationCode: string }, path: string) {
  const person = await enterAs(world, who, path);
  await shell(person.page).waitFor();
  return person;
}

/** A PNG of one. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The smallest PDF with a page. */
const PDF = Buffer.from(
  [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj',
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ].join('\n'),
);

it('a broadcast with a document is written, previewed, sent, shown, accepted and counted', async () => {
  const page = await managerAt('/vms/admin/broadcasts');
  await page.getByRole('link', { name: 'New broadcast' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Please choose who receives it.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('broadcast-subject');

  await page.getByLabel('Subject').fill('New closing time');
  await page.getByLabel('Message', { exact: true }).fill('Timesheets close:\n\n- on **Friday at noon**');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Closing.pdf', mimeType: 'application/pdf', buffer: PDF });
  await page.getByText('Uploaded.').waitFor();
  // Below its heading, across the card.
  expect((await page.locator('.upload').boundingBox())?.width).toBeGreaterThan(300);
  await page.getByLabel(/^Facilities/).check();
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = broadcastDialog(page, 'New closing time');
  await preview.getByText('This is a preview. No one was notified.').waitFor();
  await preview.locator('.pdf-counter').waitFor();
  const previewed = await preview.locator('.queue-text').innerHTML();
  await preview.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('button', { name: 'Send' }).dblclick();

  const dialog = broadcastDialog(reader.page, 'New closing time');
  await dialog.locator('.pdf-counter').waitFor();
  expect(await dialog.locator('.queue-text').innerHTML()).toBe(previewed);
  expect(await violations(reader.page, 'all', '[role="dialog"]')).toEqual([]);
  await page.getByRole('heading', { name: /^0 of \d+ accepted$/ }).waitFor();
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('heading', { name: /^1 of \d+ accepted$/ }).waitFor();
  await page.getByRole('button', { name: 'Accepted', exact: true }).click();
  await page.getByRole('row', { name: /client\.manager/ }).waitFor();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Broadcasts' }).click();
  await page.getByRole('link', { name: 'New closing time' }).first().waitFor();
  expect(await page.getByRole('link', { name: 'New closing time' }).count()).toBe(1);
  expect([...admin.troubles, ...reader.troubles]).toEqual([]);
});

it('a document that does not open shows a message and never blocks acceptance', async () => {
  const page = await managerAt('/vms/admin/broadcasts/add');
  await page.getByLabel('Subject').fill('Broken papers');
  await page.getByLabel('Message', { exact: true }).fill('Please read it.');
  const buffer = Buffer.from('%PDF-1.4 and nothing that could be read');
  await page.locator('input[type=file]').setInputFiles({ name: 'Broken.pdf', mimeType: 'application/pdf', buffer });
  await page.getByText('Uploaded.').waitFor();
  await page.getByLabel(/^Facilities/).check();
  await page.getByRole('button', { name: 'Send' }).click();
  const dialog = broadcastDialog(reader.page, 'Broken papers');
  await dialog.getByText('This document is damaged and cannot be shown.', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await dialog.waitFor({ state: 'detached' });
});

it('a role update shows live in every tab, is accepted in one, and changes the menu of all with one reload', async () => {
  const path = '/vms/profile/notifications';
  const member = await signedIn({ userName: 'vms.analyst', organizationCode: 'MERIDIAN' }, path);
  const beside = await member.open(world.product.url + path);
  await shell(beside).waitFor();
  const menu = member.page.getByRole('navigation', { name: 'Main' });
  expect(await menu.getByRole('link', { name: 'Jobs' }).count()).toBe(0);
  const page = await managerAt('/vms/admin/roles');
  await page.getByRole('link', { name: 'Analyst' }).click();
  await page.getByLabel('Search permissions').fill('menu_job');
  await page.getByLabel(/MENU_JOB/).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The role Analyst has been saved. One person was notified.').waitFor();

  const loads = { here: 0, beside: 0 };
  member.page.on('load', () => loads.here++);
  beside.on('load', () => loads.beside++);
  const dialogOf = (tab: Page) => tab.getByRole('dialog', { name: 'Role Permission Update Notification Details' });
  for (const tab of [member.page, beside]) await dialogOf(tab).getByText('Job', { exact: true }).waitFor();
  expect(await dialogOf(member.page).getByRole('listitem').allInnerTexts()).toEqual(['Job']);
  await beside.keyboard.press('Escape');
  await dialogOf(member.page).getByRole('button', { name: 'Accept' }).click();
  await menu.getByRole('link', { name: 'Jobs' }).click();
  await member.page.getByRole('heading', { name: 'Jobs' }).waitFor();
  await member.page.locator('table tbody tr').first().waitFor();
  await beside.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).waitFor();
  await dialogOf(beside).waitFor({ state: 'detached' });
  for (const tab of [member.page, beside]) await tab.waitForLoadState();
  expect(loads).toEqual({ here: 1, beside: 1 });
  await beside.close();

  const wanted = '/vms/jobs/pendingReview?q=nurse';
  await goTo(member.page, wanted);
  await member.page.getByRole('heading', { name: 'Pending Review' }).waitFor();
  const setJobs = async (allowed: boolean) => {
    await page.getByRole('link', { name: 'Analyst' }).click();
    await page.getByLabel('Search permissions').fill('menu_job');
    await page.getByLabel(/MENU_JOB/).setChecked(allowed);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The role Analyst has been saved. One person was notified.').waitFor();
    await dialogOf(member.page).getByRole('button', { name: 'Accept' }).click();
  };
  await setJobs(false);
  await member.page.getByText('You may no longer open the page you were on.', { exact: false }).waitFor();
  await member.page.getByRole('heading', { name: 'Home Dashboard' }).waitFor();
  await setJobs(true);
  await member.page.getByText('You may open this page again, so you are back on it.').waitFor();
  expect(member.page.url()).toBe(world.product.url + wanted);
  expect([...admin.troubles, ...member.troubles]).toEqual([]);
  await member.context.close();
});

it('a user is added, gets the password by mail, must change it, and can be deactivated', async () => {
  const page = await managerAt('/vms/admin/users');
  await page.getByRole('link', { name: 'Add user' }).click();
  await page.getByLabel('First name').fill('Robin');
  await page.getByLabel('Last name').fill('Newcomer');
  await page.getByLabel('Email').fill('robin.newcomer@meridian.example');
  await page.getByLabel('Username').fill('vms.manager');
  await page.getByLabel('Analyst').check();
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByText('The username vms.manager is taken in this organization.', { exact: false }).waitFor();
  await page.getByLabel('Username').fill('robin.newcomer');
  await page.getByRole('button', { name: 'Add user' }).dblclick();
  await page.getByText('Robin Newcomer has been added.', { exact: false }).waitFor();

  const mail = (await world.product.mails()).filter(({ to }) => to === 'robin.newcomer@meridian.example');
  expect(mail.length).toBe(1);
  const password = /password is:\s*(\S+)/.exec(mail[0]?.text ?? '')?.[1];
  const newcomer = await newPerson(world.browser);
  const at = await newcomer.open(`${world.product.url}/signin`);
  await submitSignIn(at, { userName: 'robin.newcomer', organizationCode: 'MERIDIAN', password: String(password) });
  await at.getByLabel('New Password', { exact: true }).waitFor();

  await page.getByRole('searchbox', { name: /^Search/ }).fill('newcomer');
  await page.getByRole('link', { name: 'Newcomer, Robin' }).click();
  await page.getByRole('button', { name: 'Unlock sign-in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click();
  await page.getByText('Robin Newcomer can try to sign in again.').waitFor();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('heading', { name: 'Disabled' }).waitFor();
  expect(admin.troubles).toEqual([]);
  await newcomer.context.close();
});

/** Typed key by key, because only then does a browser ask before it closes the tab. */
async function type(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).click();
    await page.keyboard.insertText(text);
  }
}

/** Closes the tab as a person would, and stays when the browser asks. */
async function promptsOnClosing(page: Page): Promise<boolean> {
  const answered = new Promise<boolean>((resolve) => {
    page.once('close', () => resolve(false));
    page.once('dialog', (dialog) => {
      void dialog.dismiss();
      resolve(dialog.type() === 'beforeunload');
    });
  });
  await page.close({ runBeforeUnload: true });
  return answered;
}

it('an administrator signs out a supplier’s user, and the user’s open tab shows why', async () => {
  const recruiter = await signedIn(RECRUITER, '/supplier/profile/notifications');
  const profile = recruiter.page;
  await profile.getByRole('button', { name: /^Profile of/ }).click();
  await profile.getByRole('link', { name: 'Sign-In & Security' }).click();
  const own = profile.getByRole('list', { name: 'Devices you are signed in on' });
  await own.getByText('This device').waitFor();
  expect(await own.getByRole('button').count()).toBe(0);

  const page = await managerAt('/vms/admin/supplier-users');
  await page.getByRole('searchbox', { name: /^Search/ }).fill('agency.recruiter');
  await page
    .getByRole('row', { name: /agency\.recruiter/ })
    .getByRole('link')
    .first()
    .click();
  const theirs = page.getByRole('list', { name: /^Devices .+ is signed in on$/ });
  await theirs.getByRole('button', { name: /^Sign out Chrome on/ }).click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('They are not signed in.').waitFor();
  await profile.getByText('An administrator has signed you out. Please sign in again.').waitFor();
  expect([...admin.troubles, ...recruiter.troubles]).toEqual([]);
  await recruiter.context.close();
});

describe('owners', () => {
  let owner: Awaited<ReturnType<typeof signedIn>>;
  beforeAll(async () => {
    owner = await signedIn({ userName: 'owner.admin', organizationCode: 'PLATFORM' }, '/owner/admin/users');
  });
  afterAll(() => owner.context.close());

  /** The owner's page, there, as after a recent sign-in, which the owner's actions require. */
  async function ownerAt(path: string): Promise<Page> {
    const ofOwner = "user_id = (select id from users where user_name = 'owner.admin')";
    await asOwner(world.product, [`update sessions set proved_at = now() where ${ofOwner}`]);
    await goTo(owner.page, path);
    return owner.page;
  }

  it('an owner finds an email address that an administrator has changed, and confirms it', async () => {
    const page = await managerAt('/vms/admin/users');
    await page.getByRole('searchbox', { name: /^Search/ }).fill('vms.analyst');
    await page.getByRole('link', { name: 'Kowalski, Adrian' }).click();
    await page.getByLabel('Email').fill('adrian@new.example');
    await page.getByText('Both addresses get an email about the change.', { exact: false }).waitFor();
    // The server answers this ten minutes after the sign-in.
    const json = { errorCode: 'proof.required', errorMessage: 'Please enter your password again.' };
    const refuse = (route: Route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 403, json }) : route.fallback();
    await page.route('**/api-user/v1/users/*', refuse);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
    expect(await violations(page)).toEqual([]);
    await page.unroute('**/api-user/v1/users/*', refuse);
    await page.keyboard.press('Enter');
    await page.getByText('Adrian Kowalski has been saved.').waitFor();

    await ownerAt('/owner/admin/users');
    await owner.page.getByRole('link', { name: 'Changed Email Addresses' }).click();
    await owner.page.getByRole('button', { name: 'Kowalski, Adrian' }).click();
    await owner.page.getByRole('dialog', { name: 'Confirm Email Address' }).waitFor();
    expect(await violations(owner.page)).toEqual([]);
    await owner.page.getByRole('button', { name: 'Confirm email address' }).click();
    await owner.page
      .getByText('The email address of Kowalski, Adrian (adrian@new.example) has been confirmed.')
      .waitFor();
    await owner.page.getByRole('heading', { name: 'No changed email addresses', exact: false }).waitFor();
    const mails = (await world.product.mails()).filter(({ subject }) => subject.endsWith('has been confirmed'));
    expect(mails.map(({ to }) => to).sort()).toEqual(['adrian@new.example', 'vms.analyst@meridian.example']);
    expect([...admin.troubles, ...owner.troubles]).toEqual([]);
  });

  it('an owner adds an organization by the keyboard, gives it a logo, and deactivates it', async () => {
    const page = await ownerAt('/owner/admin/organizations');
    await page.getByRole('link', { name: 'Add organization' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Add Organization' }).waitFor();
    await page.getByLabel('Type').selectOption('Facility');
    await page.getByLabel('Managed by').selectOption('Meridian Workforce Partners');
    await page.getByLabel('Time zone').selectOption('America/Chicago');
    await type(page, {
      Name: 'North Shore Hospital',
      'Organization code': 'lakeside',
      City: 'Duluth',
      State: 'MN',
      Beds: '90',
      'First name': 'Nina',
      'Last name': 'Shore',
      Email: 'nina@north.example',
      Username: 'nina.shore',
    });
    await page.keyboard.press('Enter');
    await page.getByText('The organization code LAKESIDE is taken. Please choose another.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('organization-code');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('north-shore');
    await page.keyboard.press('Enter');
    await page.getByText('North Shore Hospital has been added.', { exact: false }).waitFor();
    expect(await world.product.mails()).toContainEqual(expect.objectContaining({ to: 'nina@north.example' }));

    await page.getByRole('searchbox', { name: /^Search/ }).fill('north-shore');
    await page.getByRole('link', { name: 'North Shore Hospital' }).click();
    await page.locator('input[type=file]').setInputFiles({ name: 'n.png', mimeType: 'image/png', buffer: PIXEL });
    const logo = page.getByRole('img', { name: 'The chosen logo' });
    expect(await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(1);
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('heading', { name: 'Deactivated' }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(owner.troubles).toEqual([]);
  });

  it('the connection test names each failed step of a provider that does not answer, and the provider is not saved', async () => {
    const page = await ownerAt('/owner/admin/single-sign-on?q=summit');
    await page.getByRole('link', { name: /^Summit/ }).click();
    await type(page, { Issuer: 'http://127.0.0.1:1', 'Client ID': 'vms' });
    await page.getByRole('button', { name: 'Test the provider' }).click();
    await page.getByText('Users could not sign in with this provider as it is set up now.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Discovery (failed)' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Nothing was changed.', { exact: false }).waitFor();
    expect(await page.getByLabel('Issuer').inputValue()).toBe('http://127.0.0.1:1');
  });
});

it('a supplier adds and changes its own users, and closing the tab warns about unsaved input', async () => {
  const recruiter = await signedIn(RECRUITER, '/supplier/profile/notifications');
  const { page } = recruiter;
  // In the colors that its organization has chosen.
  const accent = () => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim() === '#86307f';
  await page.waitForFunction(accent);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  await page.getByRole('link', { name: 'Add user' }).click();
  await page.waitForURL(/\/supplier\/users\/add$/);
  await page.getByLabel('Recruiting assistant').check();
  await page.getByLabel('Supplier role').selectOption('Recruiter');
  await type(page, {
    'First name': 'Noa',
    'Last name': 'Arrival',
    Email: 'noa@summit.example',
    Username: 'noa.arrival',
  });
  expect(await promptsOnClosing(page)).toBe(true);
  expect(await page.getByLabel('Username').inputValue()).toBe('noa.arrival');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByText('A temporary password is on its way to noa@summit.example.', { exact: false }).waitFor();
  expect((await world.product.mails()).filter(({ to }) => to === 'noa@summit.example').length).toBe(1);

  await page.getByRole('link', { name: 'Arrival, Noa' }).click();
  await page.waitForURL(/\/supplier\/users\/[0-9a-f-]{36}\/edit$/);
  await page.getByLabel('Last name').fill('Departure');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Noa Departure has been saved.').waitFor();
  await page.getByRole('link', { name: 'Departure, Noa' }).waitFor();
  expect(await promptsOnClosing(page)).toBe(false);
  expect(recruiter.troubles).toEqual([]);
  await recruiter.context.close();
});

it('only the managing organization adds and changes users of its suppliers', async () => {
  const page = await managerAt('/vms/admin/users');
  await page.getByRole('link', { name: 'Supplier Users' }).click();
  await page.getByRole('heading', { name: 'Supplier Users' }).waitFor();
  await page.getByRole('link', { name: 'Add user' }).click();
  await page.getByText('Choose the supplier first: the roles are theirs.').waitFor();
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByText('Please choose the supplier', { exact: false }).waitFor();
  await page.getByRole('button', { name: /^Supplier: / }).click();
  await page.keyboard.insertText('summit');
  await page
    .getByRole('option', { name: /^Summit/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.getByLabel('Recruiting assistant').check();
  await type(page, { 'First name': 'Kim', 'Last name': 'Placed', Email: 'kim@summit.example', Username: 'kim.placed' });
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByText('Kim Placed has been added.', { exact: false }).waitFor();
  await page.getByRole('searchbox', { name: /^Search/ }).fill('placed');
  await page.getByRole('link', { name: 'Placed, Kim' }).click();
  await page.waitForURL(/\/vms\/admin\/supplier-users\/[0-9a-f-]{36}\/edit$/);
  const address = page.url();
  await page.getByLabel('First name').fill('Kimberly');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Kimberly Placed has been saved.').waitFor();
  expect(admin.troubles).toEqual([]);

  const who = { userName: 'vms.analyst', organizationCode: 'MERIDIAN' };
  const analyst = await signedIn(who, new URL(address).pathname);
  await analyst.page.getByRole('heading', { name: 'Unauthorized access.' }).waitFor();
  await analyst.context.close();
});
