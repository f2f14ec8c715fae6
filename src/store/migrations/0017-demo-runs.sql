-- Set for a demo run: the service listens on this loopback port as its target until the run is finished.
alter table runs add column demo_port integer;
