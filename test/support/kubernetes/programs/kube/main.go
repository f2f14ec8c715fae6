// One binary holding etcd, the API server, controller manager, scheduler, kube-proxy, kubelet and kubectl.
// The name it is called by, or else its first argument, chooses which one runs.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	proxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
)

func start(name string) bool {
	var c *cobra.Command
	switch name {
	case "etcd":
		etcdmain.Main(os.Args)
		os.Exit(0)
	case "kube-apiserver":
		c = apiserver.NewAPIServerCommand()
	case "kube-controller-manager":
		c = controllermanager.NewControllerManagerCommand()
	case "kube-proxy":
		c = proxy.NewProxyCommand()
	case "kube-scheduler":
		c = scheduler.NewSchedulerCommand()
	case "kubelet":
		c = kubelet.NewKubeletCommand(context.Background())
	case "kubectl":
		c = kubectl.NewDefaultKubectlCommand()
	default:
		return false
	}
	os.Exit(cli.Run(c))
	return true
}

func main() {
	start(filepath.Base(os.Args[0]))
	if len(os.Args) > 1 {
		os.Args = os.Args[1:]
		start(os.Args[0])
	}
	fmt.Fprintln(os.Stderr, "usage: kube etcd|kube-apiserver|kube-controller-manager|kube-scheduler|kube-proxy|kubelet|kubectl [flags]")
	os.Exit(2)
}
