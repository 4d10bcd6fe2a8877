import type { listEvents } from '../../wire/events.ts';
import { requireUser, type Handler } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { canReadCode } from '../world/access.ts';
import { reviewOf } from '../world/review.ts';
import { noteRecord } from './noteRecords.ts';
import { userById } from './userRecord.ts';

/** U7. Only comments on merge requests; GitLab lists other events, too. */
export const handleListEvents: Handler<typeof listEvents> = async (visit) => {
  const person = requireUser(visit);
  const rows = visit.world.state.projects
    .filter((project) => canReadCode(visit.world, person, project))
    .flatMap((project) =>
      reviewOf(project).discussions.flatMap((discussion) => {
        const { subject } = discussion;
        const request = subject.kind === 'mergeRequest' && project.mergeRequests.find(({ iid }) => iid === subject.iid);
        const own = discussion.notes.filter(({ authorId, isSystem }) => !isSystem && authorId === person.id);
        return request ? own.map((note) => ({ project, request, discussion, note })) : [];
      }),
    )
    .toSorted((one, other) => other.note.id - one.note.id);
  const items = rowsOnPage(visit.parameters(), rows).map(({ project, request, discussion, note }) => ({
    id: note.id,
    project_id: project.id,
    action_name: 'commented on',
    target_id: note.id,
    target_iid: note.id,
    target_type: note.type ?? 'Note',
    target_title: request.title,
    author: userById(visit, person.id),
    author_id: person.id,
    author_username: person.username,
    created_at: note.createdAt,
    note: noteRecord(visit, { project, request }, discussion, note),
  }));
  return countedPage(visit.parameters(), rows.length, items);
};
