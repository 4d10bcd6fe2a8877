import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { comments, window } from '../../../src/host/vscode.ts';
import { poll } from '../../support/poll.ts';
import { hands } from '../hands.ts';

const turned = (word: string): string => `\u202e${word}\u2067`;
const shown = (word: string): string => String.raw`\u202e${word}\u2067`;

describe('words of a server, where the editor shows them', function () {
  this.timeout(60_000);
  const ui = hands();
  const owned: vscode.Disposable[] = [];

  afterEach(() => {
    for (const each of owned.splice(0)) each.dispose();
  });

  it('are visible in a message, its detail and its buttons, and the button answers as it was given', async () => {
    ui.willPress(shown('go'));
    const options = { modal: true, detail: `${turned('detail')}\nand more` };
    assert.equal(await window.showWarningMessage(turned('text'), options, 'stay', turned('go')), turned('go'));
    assert.equal(await window.showErrorMessage(turned('text')), undefined);
    assert.deepEqual(ui.said(), [
      {
        severity: 'Warning',
        text: shown('text'),
        buttons: ['stay', shown('go')],
        detail: `${shown('detail')}\nand more`,
      },
      { severity: 'Error', text: shown('text'), buttons: [] },
    ]);
  });

  it('are visible in a quick pick, also when its rows change, and the row that was chosen is the one given', async () => {
    const rows = ['one', 'two'].map((word) => ({
      label: turned(word),
      description: turned(word),
      detail: turned(word),
      value: turned(word),
    }));
    const chosen = window.showQuickPick(rows, { title: turned('title'), placeHolder: turned('holder') });
    const picker = await ui.picker(/title/);
    assert.deepEqual([picker.title, picker.placeholder], [shown('title'), shown('holder')]);
    await ui.enter(picker, /two/);
    assert.equal((await chosen)?.value, turned('two'));

    const own = window.createQuickPick<(typeof rows)[number]>();
    owned.push(own);
    own.show();
    own.items = [{ label: turned('x'), description: turned('y'), detail: turned('z'), value: turned('v') }];
    assert.deepEqual(own.items, [
      { label: shown('x'), description: shown('y'), detail: shown('z'), value: turned('v') },
    ]);
  });

  it('are visible around what is typed, which stays as it is', async () => {
    const typed = window.showInputBox({
      title: turned('title'),
      prompt: turned('prompt'),
      value: turned('value'),
      validateInput: (text) => (text === '' ? turned('empty') : undefined),
    });
    const box = await ui.box(/title/);
    assert.deepEqual([box.title, box.prompt, box.value], [shown('title'), shown('prompt'), turned('value')]);
    ui.type(box, '');
    await poll(() => box.validationMessage === shown('empty'), { what: 'what is wrong' });
    ui.type(box, turned('other'));
    await ui.enter();
    assert.equal(await typed, turned('other'));
  });

  it('are visible in the titles of pages and of diffs', async () => {
    const labels = (): readonly string[] =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map((tab) => tab.label));
    const panel = window.createWebviewPanel('graft.test', turned('page'), vscode.ViewColumn.Active, {});
    owned.push(panel);
    await poll(() => labels().includes(shown('page')), { what: 'the page' });
    panel.title = turned('again');
    await poll(() => labels().includes(shown('again')), { what: 'its other title' });
  });

  it('are visible in the status bar', () => {
    const item = window.createStatusBarItem('graft.test');
    owned.push(item);
    item.text = `$(check) ${turned('text')}`;
    item.accessibilityInformation = { label: turned('label') };
    item.tooltip = new vscode.MarkdownString(`${turned('tip')} &#8238;`);
    assert.equal(item.text, `$(check) ${shown('text')}`);
    assert.equal(item.accessibilityInformation.label, shown('label'));
    assert.equal(item.tooltip.value, `${shown('tip')} \\u202e`);
    item.tooltip = turned('plain');
    assert.equal(item.tooltip, shown('plain'));
  });

  it('are visible while something is done', async () => {
    const told: unknown[] = [];
    const original = vscode.window.withProgress;
    const api = vscode.window as { withProgress: unknown };
    api.withProgress = (options: object, task: (progress: object) => unknown) => {
      told.push(options);
      return task({ report: (step: object) => told.push(step) });
    };
    try {
      await window.withProgress({ location: 15, title: turned('title') }, async (progress) =>
        progress.report({ message: turned('step'), increment: 5 }),
      );
    } finally {
      api.withProgress = original;
    }
    assert.deepEqual(told, [
      { location: 15, title: shown('title') },
      { message: shown('step'), increment: 5 },
    ]);
  });

  it('are visible in comments and their authors, but not changed where a text is being written', () => {
    const controller = comments.createCommentController('graft.test', 'Test');
    owned.push(controller);
    controller.options = { prompt: 'Reply' };
    const comment = (mode: vscode.CommentMode): vscode.Comment => ({
      mode,
      body: mode === vscode.CommentMode.Editing ? turned('body') : new vscode.MarkdownString(`${turned('body')} &rlm;`),
      author: { name: turned('author') },
      label: turned('label'),
    });
    const place = vscode.Uri.parse('untitled:x');
    const thread = controller.createCommentThread(place, new vscode.Range(0, 0, 0, 0), []);
    thread.label = turned('thread');
    thread.comments = [comment(vscode.CommentMode.Preview), comment(vscode.CommentMode.Editing)];
    assert.equal(thread.label, shown('thread'));
    const bodies = thread.comments.map(({ body }) => (typeof body === 'string' ? body : body.value));
    assert.deepEqual(bodies, [`${shown('body')} \\u200f`, turned('body')]);
    for (const { author, label } of thread.comments)
      assert.deepEqual([author.name, label], [shown('author'), shown('label')]);
  });
});
