import { Fragment, type VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { FailedRelationView, JobView } from '../../messages/jobPage.ts';
import { pageLocale } from '../elements/dates.ts';
import { Icon } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { Moment } from './facts.tsx';
import { FailedMessage } from './failedMessage.tsx';
import {
  type Column,
  columns,
  failedRows,
  kindsOf,
  shownRows,
  sortedBy,
  type TableView,
  usualView,
} from './failedRows.ts';
import type { Host } from './host.ts';
import { grouped, t } from '../elements/texts.ts';

const titles: Readonly<Record<Column, string>> = {
  relation: t('Relation'),
  source: t('Source'),
  message: t('Message'),
  exceptionClass: t('Class'),
  line: t('Line'),
  atMs: t('Time'),
};

/** Limit of GitLab's API. */
const maxListed = 100;

/** Sortable, filterable table. */
export function FailedRelations(props: {
  readonly host: Host;
  readonly job: JobView;
  readonly relations: readonly FailedRelationView[];
}): VNode | null {
  const { host, job, relations } = props;
  const [view, setView] = useState(host.memory);
  const rows = useMemo(() => failedRows(relations), [relations]);
  const kinds = useMemo(() => kindsOf(rows), [rows]);
  const shown = useMemo(() => shownRows(rows, view, pageLocale()), [rows, view]);
  const change = (next: TableView): void => {
    setView(next);
    host.keep(next);
  };
  if (relations.length === 0) {
    if (!job.reportsFailures) return null;
    return (
      <section class="failedParts" aria-labelledby="failedTitle">
        <h2 id="failedTitle">{t('Failed items')}</h2>
        <p class="quiet">
          {job.endedAtMs === undefined
            ? t('None so far. Failed items appear here during the import.')
            : t('No failures reported.')}
        </p>
      </section>
    );
  }
  const copy = (as: 'markdown' | 'csv'): void =>
    host.post({ type: 'copyFailed', as, ids: shown.map(({ relation }) => relation.id) });
  return (
    <section class="failedParts" aria-labelledby="failedTitle">
      <div class="partsHead">
        <h2 id="failedTitle">
          {t('Failed items')} <span class="quiet">{countMessage(shown.length, rows.length)}</span>
        </h2>
        <span class="filler" />
        {kinds.length > 1 && (
          <select
            aria-label={t('Relation')}
            value={view.kind ?? ''}
            onChange={({ currentTarget: { selectedIndex } }) =>
              change({ ...view, kind: selectedIndex === 0 ? undefined : kinds[selectedIndex - 1]?.key })
            }
          >
            <option value="">{t('All relations')}</option>
            {kinds.map(({ key, name, count }) => (
              <option key={key} value={key} selected={view.kind === key}>
                {name || t('No relation')} ({count})
              </option>
            ))}
          </select>
        )}
        <input
          type="search"
          placeholder={t('Filter')}
          aria-label={t('Filter failed items')}
          value={view.filter}
          onInput={({ currentTarget: { value } }) => change({ ...view, filter: value })}
        />
        <CopyAs format="Markdown" onCopy={() => copy('markdown')} />
        <CopyAs format="CSV" onCopy={() => copy('csv')} />
      </div>
      {relations.length >= maxListed && (
        <p class="quiet">
          <Icon name="info" />{' '}
          {t('GitLab reports at most {0}; there may be more. The server log has all of them.', maxListed)}
        </p>
      )}
      <p class="forReaders" role="status">
        {shown.length === rows.length ? '' : t('{0} of {1} shown', grouped(shown.length), grouped(rows.length))}
      </p>
      {shown.length === 0 ? (
        <p class="noRows">
          {t('No matches.')}{' '}
          <button
            type="button"
            class="link"
            onClick={() => change({ ...view, filter: usualView.filter, kind: usualView.kind })}
          >
            {t('Show all {0}', grouped(rows.length))}
          </button>
        </p>
      ) : (
        <div class="tableBox">
          <table class="failedTable">
            <thead>
              <tr>
                {columns.map((column) => (
                  <Header key={column} column={column} view={view} onSort={() => change(sortedBy(view, column))} />
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ relation }) => (
                <Row key={relation.id} relation={relation} besideMs={job.startedAtMs} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const countMessage = (shown: number, all: number): string =>
  shown === all ? grouped(all) : t('{0} of {1}', grouped(shown), grouped(all));

function Header(props: { readonly column: Column; readonly view: TableView; readonly onSort: () => void }): VNode {
  const { column, view } = props;
  const isSorted = view.sort === column;
  const arrow = !isSorted ? 'blank' : view.direction === 'ascending' ? 'arrow-small-up' : 'arrow-small-down';
  return (
    <th scope="col" class={column} aria-sort={isSorted ? view.direction : 'none'}>
      <button type="button" class="sort" onClick={props.onSort}>
        {titles[column]}
        <Icon name={arrow} />
      </button>
    </th>
  );
}

const copiedMs = 1500;

function CopyAs({ format, onCopy }: { readonly format: string; readonly onCopy: () => void }): VNode {
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), copiedMs);
    return () => clearTimeout(timer);
  }, [copies]);
  const label = t('Copy as {0}', format);
  return (
    <>
      <button
        type="button"
        class="button"
        title={label}
        aria-label={label}
        onClick={() => {
          onCopy();
          setCopies(copies + 1);
        }}
      >
        <Icon name={copies > 0 ? 'check' : 'copy'} /> {format}
      </button>
      <span class="forReaders" role="status">
        {copies > 0 ? t('Copied') : ''}
      </span>
    </>
  );
}

function Row(props: { readonly relation: FailedRelationView; readonly besideMs: number }): VNode {
  const { relation } = props;
  const { exceptionClass, line, atMs } = relation;
  return (
    <tr>
      <th scope="row" class="words" title={relation.key}>
        {relation.relation === '' ? <None /> : <SafeText text={relation.relation} role="name" />}
      </th>
      <td class="words code">{relation.source === '' ? <None /> : <SafeText text={relation.source} role="name" />}</td>
      <td>{relation.message === '' ? <None /> : <FailedMessage text={relation.message} />}</td>
      <td class="words code">{exceptionClass === '' ? <None /> : <ClassName text={exceptionClass} />}</td>
      <td class="number">{line === undefined ? <None /> : grouped(line)}</td>
      <td class="time">{atMs === undefined ? <None /> : <Moment atMs={atMs} besideMs={props.besideMs} />}</td>
    </tr>
  );
}

/** With line breaks between the parts. */
function ClassName({ text }: { readonly text: string }): VNode {
  return (
    <>
      {text.split(/(?<=::)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          <SafeText text={part} role="name" />
        </Fragment>
      ))}
    </>
  );
}

function None(): VNode {
  return (
    <span class="quiet">
      <span aria-hidden="true">–</span>
      <span class="forReaders">{t('not reported')}</span>
    </span>
  );
}
