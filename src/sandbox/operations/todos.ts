import type { listTodos, Todo } from '../../wire/todos.ts';
import { requireUser, type Handler, type RequestContext } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { canReadCode } from '../world/access.ts';
import type { MergeRequestState, Person, ProjectState } from '../world/records.ts';
import { isAbout, reviewOf } from '../world/review.ts';
import { currentRequest, mergeRequestRecord } from './mergeRequests.ts';
import { userById } from './userRecord.ts';

/** U6. Requested reviews and mentions by others in open merge requests. */
export const handleListTodos: Handler<typeof listTodos> = async (visit) => {
  const person = requireUser(visit);
  const given = visit.parameters();
  const projects = visit.world.state.projects.filter(
    (project) =>
      (given.project_id === undefined || project.id === given.project_id) && canReadCode(visit.world, person, project),
  );
  const rows = projects
    .flatMap((project) => todosIn(visit, project, person))
    .toSorted(([one], [other]) => other.id - one.id);
  const items = rowsOnPage(given, rows).map(async ([todo, project, request]) => ({
    ...todo,
    target: await mergeRequestRecord(visit, project, await currentRequest(visit.world.repository(project), request)),
  }));
  return countedPage(given, rows.length, await Promise.all(items));
};

type OwnTodo = readonly [todo: Omit<Todo, 'target'>, project: ProjectState, request: MergeRequestState];

const todosIn = (visit: RequestContext, project: ProjectState, person: Person): readonly OwnTodo[] =>
  project.mergeRequests
    .filter(({ state }) => state === 'opened')
    .flatMap((request) => {
      const todo = (id: number, action: string, authorId: number): OwnTodo => [
        { id, action_name: action, author: userById(visit, authorId) },
        project,
        request,
      ];
      const mentions = reviewOf(project)
        .discussions.filter((discussion) => isAbout(discussion, { kind: 'mergeRequest', iid: request.iid }))
        .flatMap(({ notes }) => notes)
        .filter(({ body, isSystem, authorId }) => {
          const names: readonly string[] = body.match(/(?<![\w/])@[\w.-]*\w/g) ?? [];
          return !isSystem && authorId !== person.id && names.includes(`@${person.username}`);
        });
      // even IDs for merge requests, odd ones for notes
      return [
        ...(request.reviewerIds?.includes(person.id)
          ? [todo(request.id * 2, 'review_requested', request.authorId)]
          : []),
        ...mentions.map(({ id, authorId }) => todo(id * 2 + 1, 'mentioned', authorId)),
      ];
    });
