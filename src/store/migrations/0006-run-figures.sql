-- The report's figures that lists and trends show, apart from the report itself, which is large with many labels.
alter table runs add column figures jsonb;
update runs set figures = (report -> 'report' -> 'total') || jsonb_build_object(
  'durationS', report -> 'report' -> 'durationS', 'maxUsers', report -> 'report' -> 'maxConcurrency')
where report is not null;
