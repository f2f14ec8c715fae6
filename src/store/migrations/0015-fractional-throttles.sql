-- Fractions of a millisecond, for limits above 60,000 calls per minute.
alter table throttles alter column full_at_ms type double precision;
