import { inputs as client } from './costs/client.ts';
import { inputs as host } from './costs/host.ts';
import { inputs as model } from './costs/model.ts';
import { inputs as sandbox } from './costs/sandbox.ts';
import { inputs as webview } from './costs/webview.ts';
import { endsInTime, type Inputs } from './support/endsInTime.ts';

/**
 * Texts of others that a loop or an expression could look through again from every place, by what reads them. Whatever reads
 * text of a server, a repository, a log or a note by a loop or a parser of its own belongs here, with its worst input: so
 * long that a time that grows with the square would be stopped on any machine. Expressions are in `expressions.test.ts`.
 */
const readers: Readonly<Record<string, Inputs>> = { client, host, model, sandbox, webview };

for (const [zone, inputs] of Object.entries(readers)) {
  describe(`what ${zone} reads costs what its length costs`, () => {
    const file = new URL(`costs/${zone}.ts`, import.meta.url);
    for (const name of Object.keys(inputs)) it(name, () => endsInTime(file, name));
  });
}
