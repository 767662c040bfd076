/** The proxies of deploy/ show a person why nothing can be seen while no node answers, and open the page again. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const inDeploy = (name: string) =>
  readFileSync(path.resolve(__dirname, '../../deploy', name), 'utf8').replace(/^\s*#.*$/gm, '');

const PAGE =
  /^<!doctype html><html lang="en">.*<title>One moment, please<\/title><p>The service cannot answer at the moment\. Please wait a few seconds and try again\.<\/p><\/html>$/;

test('nginx shows a page if no node can be reached or answers in time, and opens it again unless it was a form', () => {
  const text = inDeploy('nginx.conf');
  const [, seconds = ''] = /map "\$request_method \$http_accept" \$staffing_vms_refresh \{([^}]+)\}/.exec(text) ?? [];
  expect(seconds.trim().split(/;\s*/).filter(Boolean)).toEqual([
    expect.stringMatching(/^default +''$/),
    expect.stringMatching(/^"~\^GET \.\*text\/html" +5$/),
  ]);
  expect(text).toMatch(/^ {4}error_page 502 504 @no_answer;$/m);
  const [, headers = '', page] = /location @no_answer \{([^}]+)return 503 '([^']+)';\s*\}/.exec(text) ?? [];
  expect(
    headers
      .trim()
      .split(/;\n\s*|;$/)
      .filter(Boolean),
  ).toEqual([
    "default_type 'text/html; charset=utf-8'",
    'add_header Refresh $staffing_vms_refresh always',
    'add_header Retry-After 5 always',
  ]);
  expect(page).toMatch(PAGE);
  // What a node answers itself, such as its own page, is passed on.
  expect(text).not.toContain('proxy_intercept_errors');
});

test('Caddy, which asks no node that is not ready, shows a page instead, and opens it again unless it was a form', () => {
  const text = inDeploy('Caddyfile');
  expect(text).toContain('health_uri /readyz');
  const [, errors = ''] = /\n\thandle_errors \{\n([\s\S]+?)\n\t\}/.exec(text) ?? [];
  const [, seen = '', headers = '', page] =
    /@seen \{([^}]+)\}\s+@page method GET\s+handle @seen \{\s+([^`]+?)\s+respond `([^`]+)` \{err\.status_code\}/.exec(
      errors.replace('{err.status_code} in', 'the status is one of'),
    ) ?? [];
  expect(seen.trim().split(/\n\s*/)).toEqual([
    'expression the status is one of [502, 503, 504]',
    'header Accept *text/html*',
  ]);
  expect(headers.split(/\n\s*/)).toEqual([
    'header @page Refresh 5',
    'header Retry-After 5',
    'header Content-Type "text/html; charset=utf-8"',
  ]);
  expect(page).toMatch(PAGE);
});
