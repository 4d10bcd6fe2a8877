import { levels, type Group } from '../world/records.ts';
import type { PlanningContent } from '../world/transferRecords.ts';
import { people } from './people.ts';

const acmePlanning: PlanningContent = {
  labels: [
    { title: 'data', color: '#428bca', description: 'Tables and measurements' },
    { title: 'forecast', color: '#8e44ad', description: null },
    { title: 'needs review', color: '#d9534f', description: 'Waits for a second pair of eyes' },
  ],
  milestones: [
    {
      iid: 1,
      title: 'Harvest 2026',
      description: 'Everything that must work when the first apples are ripe',
      state: 'active',
      startDate: '2026-08-01',
      dueDate: '2026-10-31',
    },
    { iid: 2, title: 'Blossom 2026', description: '', state: 'closed', startDate: '2026-03-01', dueDate: '2026-05-15' },
  ],
  boards: [
    {
      name: 'Season',
      lists: [
        { label: 'forecast', position: 0 },
        { label: 'needs review', position: 1 },
      ],
    },
  ],
  badges: [
    {
      name: 'Build',
      linkUrl: 'https://ci.acme.example/%{project_path}',
      imageUrl: 'https://ci.acme.example/%{project_path}/badge.svg',
    },
  ],
};

const toolsPlanning: PlanningContent = {
  labels: [{ title: 'blunt', color: '#7f8c8d', description: null }],
  milestones: [],
  boards: [],
  badges: [],
};

/** Roles in `acme` are inherited by all below it; `vault` is visible to administrators only. */
export const groups: readonly Group[] = [
  {
    id: 10,
    path: 'acme',
    name: 'Acme',
    description: 'Fruit and what it takes',
    visibility: 'public',
    createdAt: '2026-01-05T08:00:00.000Z',
    members: [
      { personId: people.owner.id, level: levels.owner },
      { personId: people.maintainer.id, level: levels.maintainer },
      { personId: people.developer.id, level: levels.developer },
      { personId: people.reporter.id, level: levels.reporter },
      { personId: people.guest.id, level: levels.guest },
    ],
    planning: acmePlanning,
  },
  {
    id: 11,
    path: 'acme/tools',
    name: 'Tools',
    visibility: 'private',
    createdAt: '2026-01-12T08:00:00.000Z',
    members: [{ personId: people.maintainer.id, level: levels.owner }],
    planning: toolsPlanning,
  },
  {
    id: 12,
    path: 'acme/field',
    name: 'Field',
    description: 'Who works outside',
    visibility: 'private',
    createdAt: '2026-01-20T08:00:00.000Z',
    members: [
      { personId: people.jonas.id, level: levels.maintainer, expiresOn: '2030-12-31' },
      { personId: people.priya.id, level: levels.guest, memberRoleId: 1 },
      { personId: people.ivo.id, level: levels.reporter, memberRoleId: 2 },
    ],
  },
  {
    id: 13,
    path: 'acme/field/greenhouse',
    name: 'Greenhouse',
    visibility: 'private',
    createdAt: '2026-02-02T08:00:00.000Z',
    members: [
      { personId: people.priya.id, level: levels.developer },
      { personId: people.developer.id, level: levels.owner },
      { personId: people.maintainer.id, level: levels.guest },
    ],
  },
  {
    id: 14,
    path: 'vault',
    name: 'Vault',
    visibility: 'private',
    createdAt: '2025-12-01T08:00:00.000Z',
    members: [{ personId: people.root.id, level: levels.owner }],
  },
];
