import { writeFile } from 'node:fs/promises';
import { aslTexts } from './asl-of.ts';

for (const [name, text] of aslTexts()) await writeFile(`statemachines/${name}/definition.asl.json`, text);
