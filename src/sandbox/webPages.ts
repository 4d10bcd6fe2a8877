import type { Instance } from './api.ts';
import { htmlResponse, type SandboxResponse } from './exchange.ts';
import { printedTime, titleOf } from './git/commitObject.ts';
import { findCommit } from './git/repository.ts';
import { canReadCode, canSee } from './world/access.ts';
import type { ProjectState } from './world/records.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** `formTargets` are the sources of the `form-action` policy. */
export const page = (status: number, title: string, lines: readonly string[], formTargets?: string): SandboxResponse =>
  htmlResponse(
    status,
    [
      '<!doctype html>',
      '<html lang="en">',
      `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>`,
      `<h1>${escapeHtml(title)}</h1>`,
      ...lines,
      '<p>This is the sample server of Graft for GitLab. It has no web interface beyond this page.</p>',
      '</html>',
    ].join('\n'),
    formTargets,
  );

/** Also for pages that require sign-in. */
export const notFoundPage = (): SandboxResponse =>
  page(404, 'Page not found', ['<p>There is nothing here, or it needs a sign-in this server does not offer.</p>']);

const commitPage = async (instance: Instance, project: ProjectState, revision: string): Promise<SandboxResponse> => {
  const commit = await findCommit(instance.world.repository(project), revision);
  if (commit === undefined) return notFoundPage();
  const { author } = commit;
  return page(200, titleOf(commit.message), [
    `<p>Commit <code>${commit.sha}</code> of ${escapeHtml(project.path)}</p>`,
    `<p>${escapeHtml(author.name)} &lt;${escapeHtml(author.email)}&gt;, ${escapeHtml(printedTime(author))}</p>`,
    `<pre>${escapeHtml(commit.message)}</pre>`,
  ]);
};

const projectPage = (project: ProjectState, section: string): SandboxResponse =>
  page(200, project.path, [
    `<p>${escapeHtml(project.description)}</p>`,
    ...(section === '' ? [] : [`<p>${escapeHtml(section)}</p>`]),
  ]);

const decodedPath = (target: string): string | undefined => {
  try {
    return decodeURIComponent(target.split(/[?#]/)[0] ?? '');
  } catch {
    return undefined;
  }
};

/**
 * Serves the API's `web_url` of projects, commits, branches, merge requests and users, and the GraphQL explorer.
 * Requests are anonymous, so only public projects are shown.
 */
export const serveWebPage = async (instance: Instance, target: string): Promise<SandboxResponse> => {
  const path = decodedPath(target)?.replace(/^\/|\/$/g, '');
  if (path === undefined) return notFoundPage();
  if (path === '')
    return page(200, 'Graft sandbox', [`<p>The API is at <code>${escapeHtml(instance.url)}/api/v4</code>.</p>`]);
  if (path === '-/graphql-explorer')
    return page(200, 'GraphQL explorer', [
      `<p>GraphQL is answered at <code>${escapeHtml(instance.url)}/api/graphql</code>.</p>`,
    ]);
  const [fullPath = '', section = ''] = path.split('/-/', 2);
  const { world } = instance;
  const project = world.state.projects.find((candidate) => candidate.path === fullPath);
  if (project === undefined) {
    const person = world.state.people.find(({ username }) => username === fullPath);
    return person === undefined ? notFoundPage() : page(200, person.name, [`<p>@${escapeHtml(person.username)}</p>`]);
  }
  if (!canSee(world, undefined, project)) return notFoundPage();
  if (section === '') return projectPage(project, '');
  if (!canReadCode(world, undefined, project)) return notFoundPage();
  if (section.startsWith('commit/')) return commitPage(instance, project, section.slice('commit/'.length));
  return projectPage(project, section);
};
