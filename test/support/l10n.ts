// npm run l10n [folder]: English texts for translators as a bundle and XLIFF; `npx l10n-dev import-xlf <file>` reads these.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getL10nXlf } from '@vscode/l10n-dev';
import { outFolder, readManifest, rootFolder } from './paths.ts';
import { sourceTexts } from './sources/texts.ts';

const [folder = path.join(outFolder, 'l10n')] = process.argv.slice(2);
const texts = sourceTexts().flatMap(({ text }) => text ?? []);
const bundle = Object.fromEntries([...new Set(texts)].sort().map((text) => [text, text]));
const ofPackage = JSON.parse(readFileSync(path.join(rootFolder, 'package.nls.json'), 'utf8')) as Record<string, string>;
const files = {
  'bundle.l10n.json': JSON.stringify(bundle, null, 2),
  [`${readManifest().name}.xlf`]: getL10nXlf(
    new Map([
      ['bundle', bundle],
      ['package', ofPackage],
    ]),
  ),
};
mkdirSync(folder, { recursive: true });
for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), `${content}\n`);
console.log(
  `${Object.keys(bundle).length} texts of the sources and ${Object.keys(ofPackage).length} of package.json: ${folder}`,
);
