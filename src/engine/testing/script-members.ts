import { groovyClasses } from '../../languages/groovy/groovy-classes.ts';
import { type JavaClass, type Overload, simpleName } from '../../languages/jvm/java-class.ts';

/**
 * Watches the tables of classes behind docs/reference/scripts.md from now on, in this process. `unused` lists the
 * constructors, methods and fields that no script has used since.
 */
export function watchScriptMembers(): { unused(): string[] } {
  const unused = new Set<string>();
  for (const each of groovyClasses.all) {
    watchClass(each, unused);
  }
  return { unused: () => [...unused] };
}

function watchClass({ name, constructors, statics, methods, fields }: JavaClass, unused: Set<string>): void {
  const watch = (member: string, overload: Overload) => {
    const label = `${name} ${member}(${overload.params.join(', ')})`;
    const { call } = overload;
    unused.add(label);
    overload.call = (self, args, host) => {
      unused.delete(label);
      return call(self, args, host);
    };
  };
  for (const each of constructors) {
    watch(`new ${simpleName(name)}`, each);
  }
  for (const [member, overloads] of [...statics, ...methods, ...(groovyClasses.addedTo(name) ?? [])]) {
    for (const each of overloads) {
      watch(member, each);
    }
  }
  for (const [member, value] of Object.entries(fields)) {
    const label = `${name} ${member}`;
    unused.add(label);
    Object.defineProperty(fields, member, {
      enumerable: true,
      get: () => {
        unused.delete(label);
        return value;
      },
    });
  }
}
