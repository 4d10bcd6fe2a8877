// Measures inside the extension host; loads little, and the same beside any extension.
import { Session } from 'node:inspector/promises';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { probePortVariable, type ActivationTimes, type ProbeCalls } from './probeCalls.ts';

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const limitMs = 40_000;

const until = async <T>(what: string, look: () => Promise<T | undefined>, everyMs = 250): Promise<T> => {
  for (const endsAt = Date.now() + limitMs; Date.now() < endsAt; await after(everyMs)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`waited ${limitMs} ms for ${what}`);
};

interface Manifest {
  readonly isBuiltin: boolean;
}

const measured = (probe: string): vscode.Extension<unknown> => {
  const found = vscode.extensions.all.find(
    ({ id, packageJSON }) => id !== probe && !(packageJSON as Manifest).isBuiltin,
  );
  if (found === undefined) throw new Error('there is no extension to measure');
  return found;
};

const settle = async (): Promise<void> => {
  let before = performance.eventLoopUtilization();
  let quiet = 0;
  await until('the host to have nothing to do', async () => {
    const now = performance.eventLoopUtilization();
    quiet = performance.eventLoopUtilization(now, before).utilization < 0.15 ? quiet + 1 : 0;
    before = now;
    return quiet >= 4 ? true : undefined;
  });
};

const shownTimes = async (id: string): Promise<readonly [number, number, number]> => {
  // its document is readable only once shown
  await vscode.commands.executeCommand('perfview.show');
  const page = await vscode.workspace.openTextDocument(
    vscode.Uri.from({ scheme: 'perf', path: 'Startup Performance' }),
  );
  const times = await until('the times of the extension', async () => {
    const rows = page.getText().split('\n');
    const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
    const head = cells.find((row) => row.includes('Load Code'));
    const row = cells.find((each) => each[1]?.toLowerCase() === id.toLowerCase());
    if (head === undefined || row === undefined) return undefined;
    const column = (name: string): number => Number(row[head.indexOf(name)]);
    return [column('Load Code'), column('Call Activate'), column('Finish Activate')] as const;
  });
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  return times;
};

interface EditorMarks {
  getMarks(): readonly { readonly name: string; readonly startTime: number }[];
}

const loadingBegan = (id: string): number => {
  const { MonacoPerformanceMarks: marks } = globalThis as { readonly MonacoPerformanceMarks?: EditorMarks };
  const wanted = `code/extHost/willLoadExtensionCode/${id}`.toLowerCase();
  const found = marks?.getMarks().find((mark) => mark.name.toLowerCase() === wanted)?.startTime;
  if (found === undefined) throw new Error(`the editor has no mark ${wanted}`);
  return found;
};

const timesOf = async (id: string): Promise<ActivationTimes> => {
  const [loadMs, callMs, resolveMs] = await shownTimes(id);
  return { loadMs, callMs, resolveMs, beganAtMs: loadingBegan(id) };
};

const callsOf = (own: string): ProbeCalls => {
  const session = new Session();
  session.connect();
  return {
    settle,
    isActive: async () => measured(own).isActive,
    async activate() {
      const extension = measured(own);
      await extension.activate();
      return extension.id;
    },
    times: () => timesOf(measured(own).id),
    async cpuMs() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    async heap() {
      const found: number[] = [];
      // the minimum: the host allocates in the background
      for (let count = 0; count < 6; count += 1) {
        await session.post('HeapProfiler.collectGarbage');
        found.push(process.memoryUsage().heapUsed);
        await after(100);
      }
      return Math.min(...found);
    },
  };
};

export const activate = (context: vscode.ExtensionContext): void => {
  const socket = connect(Number(process.env[probePortVariable]), '127.0.0.1');
  context.subscriptions.push({ dispose: () => socket.destroy() });
  const calls = callsOf(context.extension.id) as unknown as Readonly<
    Record<string, (...given: readonly unknown[]) => Promise<unknown>>
  >;
  createInterface(socket).on('line', (line) => {
    const { name, given } = JSON.parse(line) as { readonly name: string; readonly given: readonly unknown[] };
    const answer = (value: unknown): void => void socket.write(`${JSON.stringify(value)}\n`);
    const call = calls[name];
    if (call === undefined) throw new Error(`the probe has no ${name}`);
    call(...given).then(
      (value) => answer({ value: value ?? null }),
      (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
};
