import type { Family } from '../source.ts'
import { isPath, loadFamily } from './family-module.ts'
import { type Fail, unknownFamily } from './read-source.ts'

/** The families of one catalog. Modules are loaded when an entry names them. */
export interface FamilyShelf {
  /** By the name of a bundled family, or by the path of a module beside the file. */
  find(family: string, sourcesFile: string, fail: Fail): Family
  all(): readonly Family[]
}

export function createFamilyShelf(bundled: readonly Family[]): FamilyShelf {
  const loaded = new Map<string, Family>()
  return {
    find(family, sourcesFile, fail) {
      if (isPath(family)) {
        const known = loaded.get(family) ?? read(family, sourcesFile, fail)
        const other = [...loaded].find(([path, { name }]) => path !== family && name === known.name)
        const taken = bundled.some(({ name }) => name === known.name) ? 'a bundled family' : other?.[0]
        if (taken !== undefined)
          return fail(`family: ${family}: ${taken} has the name "${known.name}" already`)
        loaded.set(family, known)
        return known
      }
      return bundled.find(({ name }) => name === family) ?? fail(unknownFamily(family, bundled))
    },
    all: () => [...bundled, ...loaded.values()],
  }
}

function read(family: string, sourcesFile: string, fail: Fail): Family {
  try {
    return loadFamily(family, sourcesFile)
  } catch (error) {
    return fail(`family: ${family}: ${error instanceof Error ? error.message : 'cannot be loaded'}`)
  }
}
