import type { Case } from './config';

const escape = (text: string) =>
  text
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    // eslint-disable-next-line no-control-regex -- XML cannot hold them in any form
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');

/** The cases as JUnit XML, for continuous integration. */
export function junit(cases: readonly Case[]): string {
  const failures = cases.filter(({ failure }) => failure !== null).length;
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0);
  const lines = cases.map(({ name, seconds: took, failure }) => {
    const head = `    <testcase classname="flows" name="${escape(name)}" time="${took.toFixed(3)}"`;
    if (failure === null) return `${head}/>`;
    const [first = ''] = failure.split('\n');
    return `${head}>\n      <failure message="${escape(first)}">${escape(failure)}</failure>\n    </testcase>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="flows" tests="${cases.length}" failures="${failures}" time="${seconds.toFixed(3)}">
${lines.join('\n')}
  </testsuite>
</testsuites>
`;
}
