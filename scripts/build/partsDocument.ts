/** The page around the parts; it can be opened as a file. */
export const partsDocument = (files: readonly string[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Parts</title>
${files
  .filter((file) => file.endsWith('.css'))
  .map((file) => `<link rel="stylesheet" href="${file}">`)
  .join('\n')}
<div id="root"></div>
${files
  .filter((file) => file.endsWith('.js'))
  .map((file) => `<script defer src="${file}"></script>`)
  .join('\n')}
</html>
`;
