// The process that holds the namespaces of a pod. Also stands for a node that does nothing.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

// As of an agent that is stopped: a Job replaces the pod. With 0, its index would be complete.
const exitStopped = 143

func main() {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGINT, syscall.SIGTERM)
	<-stop
	os.Exit(exitStopped)
}
