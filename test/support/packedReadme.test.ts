import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withoutPictures } from './packedReadme.ts';
import { endToEndTestFiles } from './testFiles.ts';
import { rootFolder } from './paths.ts';
import { readmeFile, readmePictures } from './pictures.ts';

const readme = readFileSync(path.join(rootFolder, 'README.md'), 'utf8');

describe('README', () => {
  it('shows the pictures that the end-to-end tests take, each with a text in its place and a caption', () => {
    const shown = [...readme.matchAll(/^!\[([^\]]+)\]\(([^)]+)\)\n_.+_\n$/gm)].map(([, , file = '']) => file);
    const taken = readmePictures.map(({ name }) => path.relative(rootFolder, readmeFile(name)));
    assert.deepEqual(shown.toSorted(), taken.toSorted());
    assert.equal(readme.split('![').length - 1, shown.length);
    for (const file of taken) assert.ok(existsSync(path.join(rootFolder, file)), file);
    assert.equal(readdirSync(path.join(rootFolder, 'media/screenshots')).length, taken.length);
  });

  it('has its pictures from steps that are there', () => {
    for (const { file, suite, step } of readmePictures) {
      const found = endToEndTestFiles().find((each) => path.basename(each) === `${file}.test.ts`) ?? '';
      const source = readFileSync(found, 'utf8');
      assert.ok(source.includes(`picturesOf('${suite}'`) && source.includes(`picture('${step}')`), `${suite} ${step}`);
    }
  });

  it('is packaged without pictures that would not load, and with everything else', () => {
    const packed = withoutPictures(readme);
    assert.doesNotMatch(packed, /!\[|media\/screenshots|\n{3}/);
    const words = (text: string): string => text.replaceAll(/^!\[.*\n_.*_\n/gm, '').replaceAll(/\s+/g, ' ');
    assert.equal(words(packed), words(readme));
    const elsewhere = '![Of the web](https://example.com/a.png)\n';
    assert.equal(withoutPictures(`A\n\n![B](c.webp)\n_D_\n\n${elsewhere}`), `A\n\n${elsewhere}`);
  });
});
