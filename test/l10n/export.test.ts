import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { getL10nFilesFromXlf } from '@vscode/l10n-dev';
import { runScript } from '../support/run/commands.ts';
import { rootFolder, temporaryFolder } from '../support/paths.ts';

describe('what translators are given', () => {
  const folder = temporaryFolder('l10n');

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has every text, and none is changed on the way to them and back', async () => {
    const { code, output } = await runScript('test/support/l10n.ts', [folder]);
    assert.equal(code, 0, output);
    const read = (file: string): Record<string, string> =>
      JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    const bundle = read(path.join(folder, 'bundle.l10n.json'));
    assert.deepEqual(Object.keys(bundle), Object.keys(read(path.join(rootFolder, 'l10n/bundle.l10n.de.json'))));
    const xliff = readFileSync(path.join(folder, 'graft-for-gitlab.xlf'), 'utf8');
    const translated = xliff
      .replaceAll('source-language="en"', 'source-language="en" target-language="fr"')
      .replaceAll(/<source([^>]*)>([^]*?)<\/source>/g, '$&<target>$2</target>');
    const files = await getL10nFilesFromXlf(translated);
    assert.deepEqual(
      files.map(({ name, messages }) => [name, messages]),
      [
        ['bundle', bundle],
        ['package', read(path.join(rootFolder, 'package.nls.json'))],
      ],
    );
  }).timeout(20_000);
});
