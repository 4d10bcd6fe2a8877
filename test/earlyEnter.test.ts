import assert from 'node:assert/strict';
import { EarlyEnter, meantRow } from '../src/host/kit/questions/earlyEnter.ts';

const row = (label: string, detail?: string) => ({ label, ...(detail === undefined ? {} : { detail }) });

describe('meantRow', () => {
  it('is the row that was in sight where it was found again', () => {
    const rows = [row('main', 'a'), row('main', 'b')];
    assert.equal(meantRow(row('main', 'b'), rows, 'mai'), rows[1]);
  });

  it('is the row of that name, or the only one', () => {
    const rows = [row('release/2.0-fix'), row('release/2.0')];
    assert.equal(meantRow(row('main'), rows, 'release/2.0'), rows[1]);
    assert.equal(meantRow(row('main'), rows.slice(0, 1), 'release'), rows[0]);
  });

  it('is none where it could be several', () => {
    assert.equal(meantRow(row('main'), [row('release/2.0'), row('release/2.1')], 'release'), undefined);
    assert.equal(meantRow(undefined, [], 'x'), undefined);
  });
});

describe('EarlyEnter', () => {
  it('takes what was typed once it was found, not what was in sight', () => {
    const picker = { value: '' };
    const early = new EarlyEnter<{ readonly label: string }>(picker);
    let searches = 0;
    const search = (): void => {
      searches += 1;
      early.searching();
    };
    search();
    assert.equal(early.found([row('main'), row('release/2.0')], ''), undefined);
    assert.equal(early.isEarly, false);
    picker.value = 'release/2.0';
    early.typed(search);
    assert.equal(early.isEarly, true);
    early.press(row('main'), search);
    assert.equal(searches, 2, 'it does not wait for typing to rest');
    early.press(row('main'), search);
    early.typed(search);
    assert.equal(searches, 2, 'nor asks twice, also when it is told twice what was typed');
    const found = [row('release/2.0'), row('release/2.0-fix')];
    assert.equal(early.found(found, 'release/2.0'), found[0]);
    early.dispose();
  });

  it('searches anew for what is not in sight alone, and says whether rows are to come', () => {
    const picker = { value: '' };
    const early = new EarlyEnter<{ readonly label: string }>(picker);
    const search = (): void => void early.searching();
    search();
    assert.equal(early.typed(search), true, 'while it is searched for');
    early.found([row('main')], '');
    assert.equal(early.typed(search), false);
    picker.value = 'r';
    assert.equal(early.typed(search), true);
    picker.value = '';
    assert.equal(early.typed(search), false, 'typed and taken back before it was searched for');
    picker.value = 'r';
    search();
    picker.value = '';
    assert.equal(early.typed(search), true, 'the rows for r are on their way');
    early.dispose();
  });

  it('forgets Enter when one types on', () => {
    const picker = { value: 'a' };
    const early = new EarlyEnter<{ readonly label: string }>(picker);
    const search = (): void => void early.searching();
    early.press(undefined, search);
    picker.value = 'ab';
    early.typed(search);
    assert.equal(early.found([row('a')], 'a'), undefined, 'what was found is not what stands there');
    search();
    assert.equal(early.found([row('ab')], 'ab'), undefined);
    early.dispose();
  });
});
