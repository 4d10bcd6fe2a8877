import assert from 'node:assert/strict';
import { LatestAnswers } from '../../src/model/latestAnswers.ts';

const questions = () => {
  const answers = new LatestAnswers<string>(10);
  const asked: { readonly answer: (value: string) => void; readonly fail: (error: Error) => void }[] = [];
  const question = (): Promise<string> =>
    new Promise((answer, fail) => {
      asked.push({ answer, fail });
    });
  const number = (index: number) => asked[index] ?? assert.fail(`${asked.length} were asked`);
  return { answers, question, number, count: () => asked.length };
};

describe('LatestAnswers', () => {
  it('shares a question under way, and what was answered', async () => {
    const { answers, question, number, count } = questions();
    const both = [answers.get('a', question), answers.get('a', question)];
    assert.ok(answers.isAsking('a'));
    number(0).answer('one');
    assert.deepEqual(await Promise.all(both), ['one', 'one']);
    assert.equal(await answers.get('a', question), 'one');
    assert.deepEqual([count(), answers.isAsking('a')], [1, false]);
    assert.ok(Date.now() - (answers.atMs('a') ?? 0) < 60_000);
  });

  it('keeps the answer to the later question, whichever comes first', async () => {
    const { answers, question, number } = questions();
    const [early, late] = [answers.ask('a', question), answers.ask('a', question)];
    number(1).answer('new');
    assert.equal(await late, 'new');
    number(0).answer('old');
    assert.equal(await early, 'new', 'who asked first hears what is known by now');
    assert.equal(answers.known('a'), 'new');
  });

  it('changes an answer unless a later one is on its way', async () => {
    const { answers, question } = questions();
    const change = () => answers.change('a', (value) => `${value}er`);
    await answers.ask('a', async () => 'new');
    assert.deepEqual([change(), answers.known('a')], [true, 'newer']);
    void answers.ask('a', question);
    assert.ok(!change());
  });

  it('asks again for what is outdated, known or under way, and still knows what was answered', async () => {
    const { answers, question, number, count } = questions();
    const first = answers.get('a', question);
    answers.outdate();
    assert.ok(!answers.isAsking('a'));
    const second = answers.get('a', question);
    assert.equal(count(), 2);
    number(0).answer('old');
    assert.equal(await first, 'old');
    assert.deepEqual([answers.known('a'), answers.current('a')], ['old', undefined]);
    number(1).answer('new');
    assert.equal(await second, 'new');
    assert.equal(answers.current('a'), 'new');
  });

  it('does not remember what failed', async () => {
    const { answers, question, number, count } = questions();
    const failed = answers.get('a', question);
    number(0).fail(new Error('no answer'));
    await assert.rejects(failed, /no answer/);
    void answers.get('a', question);
    assert.equal(count(), 2);
  });

  it('takes what an answer is about from the answer, in the order of the questions', () => {
    const { answers } = questions();
    const [early, late] = [answers.start(), answers.start()];
    assert.equal(late('a', 'new'), 'new');
    assert.equal(early('a', 'old'), 'new');
  });
});
