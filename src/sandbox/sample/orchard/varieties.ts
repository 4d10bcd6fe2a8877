import type { Author, CommitPlan } from '../../world/plans.ts';
import { authors } from '../people.ts';

type Row = readonly [id: string, name: string, fruit: string, from: number, until: number, note: string];

const early: readonly Row[] = [
  ['cox', "Cox's Orange Pippin", 'apple', 38, 41, 'Grown since 1825. Keeps until January.'],
  ['conference', 'Conference', 'pear', 37, 40, 'Sets fruit without a partner.'],
  ['victoria', 'Victoria', 'plum', 33, 36, ''],
  ['bramley', "Bramley's Seedling", 'apple', 40, 43, 'A cooker. Needs two partners, it is triploid.'],
  ['discovery', 'Discovery', 'apple', 32, 35, ''],
  ['stella', 'Stella', 'cherry', 29, 31, 'The first self-fertile sweet cherry.'],
  ['comice', 'Doyenné du Comice', 'pear', 40, 42, 'Ripen indoors; the accent is part of the name.'],
  ['egremont', 'Egremont Russet', 'apple', 39, 42, ''],
  ['shinseiki', 'Shinseiki', 'pear', 34, 36, 'Crisp as an apple, round as an apple, a pear.'],
  ['merton', 'Merton Glory', 'cherry', 28, 30, ''],
  ['laxton', "Laxton's Fortune", 'apple', 36, 38, ''],
];

const middle: readonly Row[] = [
  ['spartan', 'Spartan', 'apple', 40, 43, ''],
  ['czar', 'Czar', 'plum', 31, 33, 'Cooking plum; frost does it no harm.'],
  ['worcester', 'Worcester Pearmain', 'apple', 36, 38, ''],
  ['greengage', 'Old Green Gage', 'plum', 34, 36, ''],
  ['williams', "Williams' Bon Chrétien", 'pear', 34, 37, 'Known as Bartlett across the ocean.'],
  ['gala', 'Royal Gala', 'apple', 37, 40, ''],
  ['lapins', 'Lapins', 'cherry', 30, 32, ''],
  ['merryweather', 'Merryweather Damson', 'plum', 38, 40, ''],
  ['katy', 'Katy', 'apple', 35, 37, 'Juice variety in most years.'],
  ['concorde', 'Concorde', 'pear', 38, 41, ''],
  ['jefferson', 'Jefferson', 'plum', 35, 37, ''],
  ['grenadier', 'Grenadier', 'apple', 32, 35, 'The first cooker of the year.'],
  ['nijisseiki', '二十世紀', 'pear', 35, 37, 'Known as Twentieth Century; the name is written as growers write it.'],
  ['summer-sun', 'Summer Sun', 'cherry', 30, 32, ''],
  ['lord-lambourne', 'Lord Lambourne', 'apple', 37, 39, ''],
];

const late: readonly Row[] = [
  ['braeburn', 'Braeburn', 'apple', 41, 44, ''],
  ['kordia', 'Kordia', 'cherry', 30, 32, ''],
  ['james-grieve', 'James Grieve', 'apple', 36, 39, 'Bruises when looked at. Pick into padded crates.'],
  ['beurre-hardy', 'Beurré Hardy', 'pear', 37, 39, ''],
  ['opal', 'Opal', 'plum', 29, 31, ''],
  ['ashmead', "Ashmead's Kernel", 'apple', 41, 43, 'Ugly and excellent.'],
  ['morello', 'Morello', 'cherry', 31, 33, ''],
  ['blenheim', 'Blenheim Orange', 'apple', 39, 42, ''],
  ['onward', 'Onward', 'pear', 36, 38, ''],
  ['marjorie', "Marjorie's Seedling", 'plum', 38, 41, ''],
  ['fiesta', 'Fiesta', 'apple', 38, 41, ''],
  ['sunburst', 'Sunburst', 'cherry', 29, 31, ''],
  ['winter-nelis', 'Winter Nelis', 'pear', 42, 44, ''],
  ['pixie', 'Pixie', 'apple', 41, 43, 'Keeps until March in a cold barn.'],
  ['haganta', 'Haganta', 'plum', 36, 38, ''],
  ['penny', 'Penny', 'cherry', 30, 32, ''],
  ['orleans', 'Orleans Reinette', 'apple', 42, 44, ''],
  ['catillac', 'Catillac', 'pear', 43, 45, 'Cook it for three hours, then decide.'],
];

const writers: readonly Author[] = [
  authors.deniz,
  authors.tomasz,
  authors.maya,
  authors.na,
  authors.deniz,
  authors.rafael,
];

const planned = (rows: readonly Row[], branch: string): readonly CommitPlan[] =>
  rows.map(([id, name, fruit, pickedFrom, pickedUntil, note], index) => ({
    branch,
    message: `Add ${name} to the catalogue\n${note === '' ? '' : `\n${note}\n`}`,
    author: writers[index % writers.length] ?? authors.deniz,
    files: {
      [`data/varieties/${id}.json`]: `${JSON.stringify({ id, name, fruit, pickedFrom, pickedUntil }, null, 2)}\n`,
    },
  }));

/** Commits that each add one variety; three rounds of them over the year. */
export const varietyCommits = {
  early: planned(early, 'main'),
  middle: planned(middle, 'main'),
  late: planned(late, 'main'),
} as const;
