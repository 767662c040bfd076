/** The proxies of deploy/ log no queries: the sign-in page's may have a password, the websocket's a ticket. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const inDeploy = (name: string) => readFileSync(path.resolve(__dirname, '../../deploy', name), 'utf8');

describe('nginx', () => {
  const text = inDeploy('nginx.conf').replace(/^\s*#.*$/gm, '');
  const servers = text.split(/^server \{$/m).slice(1);

  test('logs the requests of each server without query and referrer', () => {
    const [, format = ''] = /^log_format staffing_vms ([^;]+);/m.exec(text) ?? [];
    expect(format).toContain('"$request_method $uri" $status');
    // `$request` and `$request_uri` have the query, and so may headers, of which only the browser's name is logged.
    const withQuery = /\$(request(_uri)?|query_string|args|arg_\w+|http_(?!user_agent)\w+)\b/.exec(format);
    expect(withQuery).toBeNull();
    expect(servers).toHaveLength(2);
    for (const server of servers) {
      expect(server.match(/^ *access_log .*$/gm)).toEqual([
        '    access_log /var/log/nginx/staffing-vms.log staffing_vms;',
      ]);
    }
  });

  test('writes no errors of single requests, whose lines always have the query', () => {
    for (const server of servers) {
      expect(server.match(/^ *error_log .*$/gm)).toEqual([
        '    error_log /var/log/nginx/staffing-vms-error.log emerg;',
      ]);
    }
  });
});

test('Caddy removes query and referrer from the lines about failed requests', () => {
  const [, fields = ''] =
    /\n\t\tformat filter \{\n\t\t\twrap json\n\t\t\tfields \{\n([^}]+)\}/.exec(inDeploy('Caddyfile')) ?? [];
  expect(fields.trim().split(/\n\s*/)).toEqual(['request>uri regexp \\?.* ""', 'request>headers>Referer delete']);
});
