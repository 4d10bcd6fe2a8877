import assert from 'node:assert/strict';
import { nameProblem, pathFromName, pathProblem } from '../../../../src/model/transfers/imports/pathRules.ts';

describe('rules of paths and names', () => {
  it('takes letters and digits with one separator between them', () => {
    for (const path of ['a', 'rocket', 'Rocket-2', 'a.b_c-d', '2048', 'x'.repeat(255)])
      assert.equal(pathProblem(path, 'project'), undefined, path);
  });

  it('says what is wrong with a path', () => {
    const problems = {
      '': 'empty',
      'a/b': 'slash',
      'a b': 'characters',
      rakéta: 'characters',
      '.a': 'start',
      '-a': 'start',
      _a: 'start',
      'a.git': 'suffix',
      'a.ATOM': 'suffix',
      'a-': 'end',
      'a.': 'end',
      'a--b': 'repeated',
      'a._b': 'repeated',
      Wikis: 'reserved',
      '-': 'reserved',
      ['x'.repeat(256)]: 'long',
    };
    for (const [path, problem] of Object.entries(problems))
      assert.equal(pathProblem(path, 'project'), problem, JSON.stringify(path));
  });

  it('keeps the pages of the server free at the top alone', () => {
    assert.equal(pathProblem('Admin', 'topLevelGroup'), 'reserved');
    assert.equal(pathProblem('admin', 'group'), undefined);
    assert.equal(pathProblem('tree', 'group'), 'reserved');
  });

  it('knows the names projects and groups can have', () => {
    for (const name of ['Rocket', 'Rákéta 2.0 + more – x', '_under', '🚀 go', '火箭'])
      assert.equal(nameProblem(name, 'project'), undefined, name);
    assert.equal(nameProblem('Rocket (old)', 'project'), 'characters');
    assert.equal(nameProblem('Rocket (old)', 'group'), undefined);
    assert.equal(nameProblem('a+b', 'group'), 'characters');
    assert.equal(nameProblem('-a', 'project'), 'start');
    assert.equal(nameProblem('  ', 'project'), 'empty');
    assert.equal(nameProblem('a/b', 'group'), 'characters');
    assert.equal(nameProblem('a'.repeat(256), 'group'), 'long');
  });

  it('makes a path of a name that the rules allow', () => {
    const paths = {
      'My Project!': 'my-project',
      'Rákéta 2.0': 'raketa-2.0',
      ' - odd -- name.git ': 'odd-name',
      火箭: '',
    };
    for (const [name, path] of Object.entries(paths)) assert.equal(pathFromName(name), path, name);
    for (const name of ['a'.repeat(300), 'x.atom', 'Some (thing) else', '__init__'])
      assert.equal(pathProblem(pathFromName(name), 'project'), undefined, name);
  });
});
