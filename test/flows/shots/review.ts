/** A page of the differences, to review before accepting them: before, after, and the difference. */
export interface Finding {
  /** The picture's file, of the same name in each folder. */
  readonly file: string;
  readonly title: string;
  /** `new` was never accepted, `gone` is no longer taken. */
  readonly kind: 'different' | 'new' | 'gone';
  readonly pixels: number;
}

/** The folders beside the page. */
export const FOLDERS = { accepted: 'accepted', now: 'now', difference: 'difference' } as const;

export const findingText = ({ title, kind, pixels }: Finding): string =>
  `${title}: ${kind === 'different' ? `${pixels.toLocaleString('en')} pixels differ` : kind === 'new' ? 'not accepted yet' : 'no longer taken'}`;

const SHOWN = {
  different: ['accepted', 'now', 'difference'],
  new: ['now'],
  gone: ['accepted'],
} as const;

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** `all` is how many pictures were compared. */
export function reviewPage(findings: readonly Finding[], all: number): string {
  const sections = findings.map((finding) => {
    const figures = SHOWN[finding.kind].map((folder) => {
      const address = `${FOLDERS[folder]}/${finding.file.split('/').map(encodeURIComponent).join('/')}`;
      return `<figure><a href="${address}"><img src="${address}" alt="${escaped(`${finding.title}, ${folder}`)}" loading="lazy"></a><figcaption>${folder}</figcaption></figure>`;
    });
    return `<section><h2>${escaped(findingText(finding))}</h2><div>${figures.join('')}</div></section>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Pictures that differ</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 2rem; }
section div { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; }
figure { margin: 0; }
img { max-width: 100%; border: 1px solid GrayText; }
h2 { font-size: 1.125rem; }
</style>
<h1>${findings.length} of ${all} pictures differ</h1>
<p>What is as it should be is accepted by <code>npm run flows -- shots --accept</code>, with the names of flows for some of them.</p>
${sections.join('\n')}
</html>
`;
}
