import { inputs as client } from './costs/client.ts';
import { inputs as host } from './costs/host.ts';
import { inputs as model } from './costs/model.ts';
import { inputs as sandbox } from './costs/sandbox.ts';
import { inputs as webview } from './costs/webview.ts';
import { endsInTime, type Inputs } from './support/run/endsInTime.ts';

/** Loops and parsers over foreign texts, each with an input that exceeds the limit in quadratic time. */
const readers: Readonly<Record<string, Inputs>> = { client, host, model, sandbox, webview };

for (const [zone, inputs] of Object.entries(readers)) {
  describe(`what ${zone} reads costs what its length costs`, () => {
    const file = new URL(`costs/${zone}.ts`, import.meta.url);
    for (const name of Object.keys(inputs)) it(name, () => endsInTime(file, name));
  });
}
