import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import { readLog } from '../../../src/model/jobLog.ts';
import { LogReading } from '../../../src/model/pipelines/logReading.ts';
import { pathMeant, placesIn } from '../../../src/model/pipelines/logPlaces.ts';
import { setCommitStatus } from '../../../src/wire/commitStatuses.ts';
import { getCommit } from '../../../src/wire/commits.ts';
import { getJobLog } from '../../../src/wire/mergeRequestState.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { startSandbox } from '../../support/servers/startSandbox.ts';

const textOf = (raw: string): string =>
  readLog(raw)
    .lines.map(({ text }) => text)
    .join('\n');

describe('the log of a job', () => {
  it('is what a terminal would show: without marks, codes and what was written over', () => {
    const raw = 'Fetching 10%\rFetching 100%\r\n\u001b[0Ka\u001b[1mb\u001b[0m\u0007\n\nthe last';
    assert.equal(textOf(raw), 'Fetching 100%\nab\n\nthe last');
  });

  it('is without time stamps, with lines that go on in the next one as one, also while the last one comes', () => {
    const stamped = (mark: string, text: string): string => `2026-01-02T03:04:05.123456Z 01O${mark}${text}\n`;
    const raw = stamped(' ', 'one') + stamped(' ', 'tw') + stamped('+', 'o') + stamped(' ', 'x');
    assert.equal(textOf(raw), 'one\ntwo\nx');
    assert.equal(textOf(raw.slice(0, -20)), 'one\ntwo');
  });

  it('has the colours of a terminal’s sixteen, and no others', () => {
    const [line] = readLog('a\u001b[31;1mb\u001b[38;5;200mc\u001b[94md\u001b[0me\n').lines;
    assert.deepEqual(
      line?.spans.map(({ start, end, style }) => [start, end, style.color, style.isBold]),
      [
        [1, 2, 1, true],
        [2, 3, undefined, true],
        [3, 4, 12, true],
      ],
    );
  });

  it('has its sections, one within another and the one that has not ended', () => {
    const mark = (kind: string, name: string): string => `\u001b[0Ksection_${kind}:1700000000:${name}\r\u001b[0K`;
    const inner = `${mark('start', 'inner[collapsed=true]')}Inner\nin\n${mark('end', 'inner')}\n`;
    const rest = `out\n${mark('end', 'outer')}${mark('start', 'script')}$ npm test\nok\n`;
    const { lines, sections } = readLog(`${mark('start', 'outer')}Outer\n${inner}${rest}`);
    assert.equal(lines.map(({ text }) => text).join(), 'Outer,Inner,in,out,$ npm test,ok');
    assert.deepEqual(
      sections.map(({ start, end }) => `${start}-${end}`),
      ['1-2', '0-3', '4-5'],
    );
  });

  it('is the same where it came in parts, of which only the new one is drawn', async () => {
    const log = '@ section_start:1:a\r\u001b[0KA|@ \u001b[31mred\rstill ä|@ red|@+der|@ section_end:1:a\r\u001b[0Kend|';
    for (const stamp of ['', '2026-01-02T03:04:05.123456Z 01O']) {
      const raw = log.replaceAll(stamp === '' ? /@./g : '@', stamp);
      const whole = Buffer.from(raw.replaceAll('|', '\n'));
      for (const cut of whole.keys()) {
        const parts = [whole.subarray(0, cut), whole.subarray(cut)];
        const client = { send: async () => parts.shift() } as unknown as Client;
        const reading = new LogReading({ client, project: 1, job: 1 });
        await reading.read();
        const { lines: before } = reading.log;
        await reading.read();
        assert.deepEqual(reading.log, readLog(whole.toString()), `cut at ${cut}`);
        if (cut > whole.length - 3) assert.equal(reading.log.lines[0], before[0]);
      }
    }
  });

  it('names places in files', () => {
    const places = placesIn('  at f (/builds/acme/orchard/src/a.ts:12:5) src/b.rb:3: 10:30:15 http://h.de:80/x');
    assert.deepEqual(places, [
      { start: 8, end: 42, path: '/builds/acme/orchard/src/a.ts', line: 12, column: 5 },
      { start: 44, end: 54, path: 'src/b.rb', line: 3, column: undefined },
    ]);
    const meant = ['/builds/acme/orchard/src/a.ts', './src/a.ts', '../a.ts', '/etc/a.ts'].map((path) =>
      pathMeant(path, 'acme/orchard'),
    );
    assert.deepEqual(meant, ['src/a.ts', 'src/a.ts', undefined, undefined]);
  });

  const servers = loopback();
  for (const [version, asked] of [
    ['18.7.1-ee', 'for what is new alone'],
    ['17.0.0-ee', 'whole where the server gives no parts'],
  ] as const)
    it(`is asked for ${asked} while it grows`, async () => {
      let nowMs = Date.parse('2026-11-20T10:00:00Z');
      const sandbox = await startSandbox({ edition: { version }, now: () => new Date(nowMs) });
      servers.defer(() => sandbox.close());
      const { client } = connect(servers, sandbox.url, { token: sandbox.tokens.maintainer ?? '' });
      const { id: sha } = await client.send(getCommit, { id: 101, sha: 'renovate/node-24' });
      const set = (state: 'running' | 'success') =>
        client.send(setCommitStatus, { id: 101, sha, name: 'pages', state });
      const sizes: number[] = [];
      const send: typeof client.send = async (...asking) => {
        const answer = await client.send(...asking);
        sizes.push((answer as Buffer).length);
        return answer;
      };
      const job = 70_793;
      const reading = new LogReading({ client: { ...client, send }, project: 101, job });
      const news = [await reading.read()];
      await set('running');
      for (const stepMs of [300, 0, 600]) {
        nowMs += stepMs;
        news.push(await reading.read());
      }
      await set('success');
      news.push(await reading.read());
      assert.deepEqual(news, [false, true, false, true, true]);
      assert.equal(reading.log.lines.at(-1)?.text, 'Job succeeded');
      const { length } = await client.send(getJobLog, { id: 101, job_id: job });
      assert.equal(sizes.reduce((sum, size) => sum + size) === length, version.startsWith('18'), sizes.join());
    });
});
