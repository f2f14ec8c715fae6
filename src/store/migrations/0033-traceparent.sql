-- Trace header that Spate's engine adds to each request: sampled, unsampled or none.
alter table runs add column traceparent text;
