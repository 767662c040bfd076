/** Reads PDFs like a viewer: receives the names of files, and answers with their contents. */
import { readFileSync } from 'node:fs';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

async function read(file) {
  const task = getDocument({
    data: new Uint8Array(readFileSync(file)),
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
  });
  const pdf = await task.promise;
  const { info, hasStructTree } = await pdf.getMetadata();
  const pages = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items, lang } = await page.getTextContent();
    const operators = await page.getOperatorList();
    pages.push({
      text: items.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join(''),
      lang,
      roles: rolesOf(await page.getStructTree()),
      operators: operators.fnArray.length,
    });
  }
  await task.destroy();
  return { title: info.Title, tagged: hasStructTree, pages };
}

const rolesOf = (node) =>
  node === null ? [] : [node.role, ...(node.children ?? []).flatMap(rolesOf)].filter((role) => role !== undefined);

process.on('message', async (names) => {
  try {
    const found = [];
    for (const file of names) found.push(await read(file));
    process.send({ of: names[0], found });
  } catch (error) {
    process.send({ of: names[0], problem: String(error) });
  }
});
