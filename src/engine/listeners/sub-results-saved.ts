const name = 'jmeter.save.saveservice.subresults';

/** Whether results are saved with those within them. To JMeter whatever is not "true" is no, `yes` and `true ` too. */
export function areSubResultsSaved(properties: ReadonlyMap<string, string>): boolean {
  return (properties.get(name) ?? 'true').toLowerCase() === 'true';
}
