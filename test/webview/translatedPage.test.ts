import assert from 'node:assert/strict';
import type { FromBoardPage, ToBoardPage } from '../../src/messages/board.ts';
import { boardPageKind, boardView } from './board/boardPages.ts';
import { usePages } from './pageHarness.ts';

const german: Readonly<Record<string, string>> = {
  Board: 'Board',
  'Commits…': 'Commits…',
  'Select All Clean': 'Alle sauberen auswählen',
  '{0} conflict': '{0} Konflikt',
  '{0} conflicts': '{0} Konflikte',
  '{0} on {1}': 'auf {1}: {0}',
  'Details of the cell': 'Zelle',
};

describe('a page in another language', () => {
  const open = usePages<ToBoardPage, FromBoardPage>({ ...boardPageKind, language: 'de', texts: german });

  const showing = async (conflicts: number) => {
    const opened = await open();
    const rows = Array.from({ length: 1200 }, (_, index) => [index < conflicts ? 'conflict' : 'clean'] as const);
    await opened.send({ type: 'board', board: boardView(rows) });
    return opened;
  };

  it('has its words, and English ones where it has none', async () => {
    const { page } = await showing(1);
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    await page.getByRole('button', { name: 'Alle sauberen auswählen' }).waitFor();
    await page.getByRole('button', { name: 'Branches…' }).waitFor();
  });

  it('has its plurals and its numbers', async () => {
    const one = await showing(1);
    assert.match(await one.page.locator('.tally').innerText(), /(^|\D)1 Konflikt\b(?!e)/);
    const many = await showing(1100);
    assert.match(await many.page.locator('.tally').innerText(), /1\.100 Konflikte/);
  });

  it('has elements and names in the order of its sentences', async () => {
    const { page } = await showing(1);
    await page.getByRole('gridcell').first().click();
    const subject = page.locator('.details .subject');
    assert.match(await subject.innerText(), /^auf .*release\/.*: /s);
  });
});
