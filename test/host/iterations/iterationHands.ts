import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import type { IterationItem, IterationRow } from '../../../src/host/iterations/rows.ts';
import { receivedRequests, settledRows } from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';

export type Drawn = Awaited<ReturnType<typeof rowsOf>>[number];

/** Children of a row, once loaded. */
export const rowsOf = (app: App, row?: IterationRow) => settledRows<IterationRow>(app.iterations, row);

export const section = async (app: App, label: string): Promise<IterationRow> =>
  (await poll(async () => (await rowsOf(app)).find((each) => each.label === label), { what: `the section ${label}` }))
    .row;

export const textsOf = async (app: App, label: string): Promise<string[]> =>
  (await rowsOf(app, await section(app, label))).map(({ text }) => text);

export const iterationsIn = async (app: App, label: string): Promise<IterationItem[]> =>
  (await rowsOf(app, await section(app, label))).flatMap(({ row }) => (row.kind === 'iteration' ? [row] : []));

export const firstIn = async (app: App, label: string): Promise<IterationItem> =>
  (await iterationsIn(app, label))[0] ?? assert.fail(`no iteration in ${label}`);

export const sent = async (operation: string): Promise<number> =>
  (await receivedRequests()).filter((each) => each.operation === operation).length;

export const tooltipOf = ({ tooltip }: vscode.TreeItem): string =>
  typeof tooltip === 'string' ? tooltip : assert.fail('the row has no plain tooltip');
